"""A figure as a PDF of one page: lines stay lines, and words stay words that can be searched and copied.

Only what `Canvas` draws is known here. Words are set in Helvetica, which every viewer has; letters that it lacks are
embedded from a TrueType font of this machine.
"""

from quorate.reports.pdf.drawing import pdf_of

__all__ = ["pdf_of"]

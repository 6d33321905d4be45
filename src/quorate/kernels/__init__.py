"""Mathematics: arrays in, arrays out; no input or output, no records; random streams are arguments."""

"""May I rely on it? How far metrics of outputs and verdicts of judges agree with people, and how sure that is."""

"""What exists and what happened: design, material, events, log, history."""

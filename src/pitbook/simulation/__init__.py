"""Whole tables played out: seats, wagers, meters and links of a Rules Submission, by the same events, settlement and meters."""

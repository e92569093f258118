"""The HTTP routes: thin handlers, one file for each subject."""

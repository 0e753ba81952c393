"""The version of this package; hatch reads it from here."""

__version__ = "0.1.0"

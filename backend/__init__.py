"""Coscribe: a co-writing backend for researchers. docs/architecture.md describes the packages ("rooms")."""

"""Renders tables: to a terminal, CSV, JSON, HTML, a workbook, a PDF. Nothing here computes a figure."""

"""The rules, as data: the applicant's contact data, questions, histories, and what must never be filled in.

Sources named in the tables: Chromium is its autofill_regex_constants.h and form field parsers (BSD), DuckDuckGo its
autofill's matching configuration (Apache-2.0), Bitwarden its list of field names, Hand-X its question synonyms (MIT),
ATS what the application pages of that platform show.
"""

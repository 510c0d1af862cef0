"""Personal data, sealed under one key an applicant.

The log holds keys, the vault holds values. What is sealed here can be read by the four services that hold the master
key, and by nobody once the applicant's own key is destroyed. Begin at `vault.Vault`.
"""

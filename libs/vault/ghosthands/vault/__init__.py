"""The vault: personal data, sealed under one key for each applicant.

The log has keys, the vault has values. What is sealed here can be read by the services that have the master key, and by
nobody once the applicant's own key is destroyed. Begin reading at `vault.Vault`.
"""

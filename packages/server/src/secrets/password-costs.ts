/** The costs of new argon2id hashes: the defaults of `@node-rs/argon2`, with 19 MiB of memory. */
export const argon2Costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A bcrypt hash of an unknown password, with Strapi's cost of 10. */
export const bcryptDummyHash = '$2b$10$hFm871COBgKO2B5kZXq2YuXPgwgApZy83JX69F.HaIjs1BAIjeLsm'

/** What the hashes of passwords cost. Tests lower it. */
export const passwordCosts = {
  /** The costs of new argon2id hashes: the defaults of `@node-rs/argon2`, with 19 MiB of memory. */
  argon2: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** A bcrypt hash of an unknown password, with Strapi's cost of 10. */
  bcryptDummyHash: '$2b$10$hFm871COBgKO2B5kZXq2YuXPgwgApZy83JX69F.HaIjs1BAIjeLsm',
}

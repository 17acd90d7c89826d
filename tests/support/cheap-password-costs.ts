import { passwordCosts } from '../../packages/core/src/secrets/password-costs.js'

// Tests sign in often. A hash of argon2 takes 0.1 ms instead of 16 ms. Once a process has seen a hash of
// bcrypt, each check takes 2 ms instead of 100 ms more. Processes that tests start hash as usual.
passwordCosts.argon2 = { memoryCost: 64, timeCost: 1, parallelism: 1 }
passwordCosts.bcryptDummyHash = '$2b$04$eRPd0VN2YPcSl9pBjBlWjeW7PeCljlVsh2QwJyLh6YlYqs/3Oi2mC'

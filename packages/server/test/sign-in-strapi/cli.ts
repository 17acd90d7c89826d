import { isDeepStrictEqual } from 'node:util'
import { startIdentityProvider } from '../support/identity-provider.js'
import { signInDecisions } from './differences.js'
import { type Scenario, scenariosOf } from './scenarios.js'
import { openBothSides } from './sides.js'

// Signs in with the same providers at Strapi 4.26.2 and at this server with auth.signInAsStrapi, and compares
// the requests that the providers receive, and all responses. Strapi is installed once, as for `pnpm strapi`;
// STRAPI_PACKAGES names a folder that has it. NODE_EXTRA_CA_CERTS must name support/tls/ca.pem.

const say = (line: string) => void process.stdout.write(`${line}\n`)
const counts = { same: 0, decided: 0, failed: 0 }

const keycloakPaths = {
  issuer: '/realms/main',
  authorize: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  userinfo: '/protocol/openid-connect/userinfo',
}

const [club, keycloak] = await Promise.all([
  startIdentityProvider(),
  startIdentityProvider({ isSecure: true, paths: keycloakPaths }),
])
try {
  const sides = await openBothSides({ club, keycloak }, say)
  try {
    for (const scenario of scenariosOf({ club, keycloak })) {
      const theirs = await scenario.run(sides.theirs)
      for (const [database, side] of Object.entries(sides.ours)) {
        judge(database, scenario, theirs, await scenario.run(side))
      }
    }
  } finally {
    await sides.close()
  }
} finally {
  await Promise.all([club.close(), keycloak.close()])
}
say(`\n${counts.same} the same, ${counts.decided} decided differences`)
say(`${counts.same + counts.decided} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 && counts.same > 0 ? 0 : 1

function judge(database: string, { name: title, difference }: Scenario, theirs: unknown, ours: unknown): void {
  const name = `${database}: ${title}`
  if (difference === undefined ? isDeepStrictEqual(theirs, ours) : isAsDecided(difference, theirs, ours)) {
    counts[difference === undefined ? 'same' : 'decided'] += 1
    say(`ok      ${name}${difference === undefined ? '' : ` (differs: ${signInDecisions[difference.by].strapi})`}`)
    return
  }
  counts.failed += 1
  say(`FAILED  ${name}\n  Strapi ${JSON.stringify(theirs)}\n  here   ${JSON.stringify(ours)}`)
}

function isAsDecided(decided: NonNullable<Scenario['difference']>, theirs: unknown, ours: unknown): boolean {
  return isDeepStrictEqual(theirs, decided.theirs) && isDeepStrictEqual(ours, decided.ours)
}

// Verifies the sign-in with providers in Chromium: the web example, the server, and oidc-provider, an OpenID
// Connect server from npm, which is installed once in node_modules/.cache.
import { browserSignIn } from './lib/browser-sign-in.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
let passed = 0
let failed = 0
const check = (title, actual, expected) => {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got === wanted) passed += 1
  else failed += 1
  say(got === wanted ? `ok      ${title}` : `FAILED  ${title}\n  got      ${got}\n  expected ${wanted}`)
}
await browserSignIn({ say, check })
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

// `pnpm bench:sdk`: measures the size and the cost of the SDK and compares them with its limits. Exits with
// code 1 if a figure violates its limit.
import { parseArgs } from 'node:util'
import { readOptions } from '../options.js'
import { type GateName, gates, holds } from './gates.js'
import { measureSizes } from './sizes.js'
import { speedAgainstQs } from './speed.js'
import { compilers, instantiationsPerQuery, secondsToCheck } from './type-cost.js'

// It has no options. Unknown arguments are rejected.
readOptions(() => parseArgs({ options: {} }))
const sizes = await measureSizes()
const small = await instantiationsPerQuery(60)
const large = await instantiationsPerQuery(200)
const strapi5 = await instantiationsPerQuery(60, 'strapi5')
const speed = speedAgainstQs()
const figures: Record<GateName, number> = {
  ...sizes,
  generated: small.generated,
  instantiations: small.perQuery,
  strapi5Types: strapi5.perQuery / small.perQuery,
  growth: large.total / small.total,
  speed: speed.typical.ratio,
  generatedSpeed: speed.generated.ratio,
}

let failed = false
for (const [name, gate] of Object.entries(gates) as [GateName, (typeof gates)[GateName]][]) {
  const figure = figures[name]
  const ok = holds(gate, figure)
  failed ||= !ok
  const digits = gate.unit === 'instantiations' ? 0 : 2
  const bound = `${gate.at === 'most' ? '≤' : '≥'} ${gate.limit} ${gate.unit}`
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${gate.what.padEnd(58)} ${figure.toFixed(digits).padStart(8)}   ${bound}`)
}
console.log('\nA kilobyte is 1024 bytes. Query strings per second:')
for (const [queries, { ours, qs, ratio }] of Object.entries(speed)) {
  console.log(`  ${queries.padEnd(10)} ${Math.round(ours)}, qs ${Math.round(qs)} (${ratio.toFixed(1)} ×)`)
}
console.log('\nSeconds to check 100 deep queries over 60 content types (no limit):')
for (const [name, compiler] of Object.entries(compilers)) {
  const { ours, plain } = await secondsToCheck(compiler, 60)
  const ratio = `${(ours / plain).toFixed(1)} ×`
  console.log(`  ${name.padEnd(10)} ${ours.toFixed(2)}, a plain fetch wrapper ${plain.toFixed(2)} (${ratio})`)
}
process.exitCode = failed ? 1 : 0

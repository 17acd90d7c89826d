import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { gates, holds } from '../../../bench/sdk/gates.js'
import { measureSizes } from '../../../bench/sdk/sizes.js'
import { instantiationsOf, instantiationsPerQuery } from '../../../bench/sdk/type-cost.js'

/** The figures that don't depend on the machine. `pnpm bench:sdk` also measures times. */
it('the package is not over its size limits', async () => {
  const sizes = await measureSizes()
  const over = Object.entries(sizes).filter(([name, size]) => !holds(gates[name as keyof typeof sizes], size))
  expect(over).toEqual([])
})

it('the README states the sizes, rounded', async () => {
  const { core, withOfetch, withAccounts, queryString } = await measureSizes()
  const readme = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ')
  const kilobytes = (size: number) => `${(Math.ceil(size * 10) / 10).toFixed(1)} KB`
  expect(readme).toContain(
    `The core has ${kilobytes(core)} (minified, gzipped): reads and writes, checks, retries and all error classes. ` +
      `With its dependency \`ofetch\` it has ${kilobytes(withOfetch)}, and with sign-in and uploads ${kilobytes(withAccounts)}.`,
  )
  expect(readme).toContain(`\`stringify\`, ${kilobytes(queryString)}`)
})

it('the types are not over their compiler limits', async () => {
  const small = await instantiationsPerQuery(60)
  const large = await instantiationsOf(200)
  expect(small.perQuery).toBeLessThanOrEqual(gates.instantiations.limit)
  expect(large / small.total).toBeLessThanOrEqual(gates.growth.limit)
  expect(small.generated).toBeLessThanOrEqual(gates.generated.limit)
  const strapi5 = await instantiationsPerQuery(60, 'strapi5')
  expect(strapi5.perQuery).toBeLessThanOrEqual(small.perQuery * gates.strapi5Types.limit)
})

import { expect, it } from 'vitest'

it('accepts the same regular expressions here as in the published package', async () => {
  // @ts-expect-error The package check runs `packed.mjs` as it is, without types.
  await expect(import('./packed.mjs')).resolves.toBeDefined()
})

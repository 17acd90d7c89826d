import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { printContentModel, readContentModel } from '../../src/codegen/index.js'
import { services } from './services.js'

/** The sorted lines of an interface, because the order of schemas differs. */
const linesOf = (file: string, name: string) =>
  new RegExp(`export interface ${name} \\{[^]*?\n\\}`).exec(file)?.[0].split('\n').toSorted()

describe.each(await services())('types generated from $name', ({ start }) => {
  const url = start()

  it.each(['ContentTypes', 'Tag', 'Homepage', 'SharedSeo', 'BlocksQuote'])(
    'by introspection have the %s of the schema files',
    async (name) => {
      const ofFiles = await readFile(fileURLToPath(new URL('content-types.gen.ts', import.meta.url)), 'utf8')
      const generated = printContentModel(await readContentModel({ graphql: `${url()}/graphql` }))
      expect(linesOf(ofFiles, name)).toBeDefined()
      expect(linesOf(generated, name)).toEqual(linesOf(ofFiles, name))
    },
  )
})

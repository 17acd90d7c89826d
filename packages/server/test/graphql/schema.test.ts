import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRegistry, loadProject } from '@content-api/model'
import {
  type IntrospectionQuery,
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { printSdl } from '@content-api/interfaces/graphql/print-sdl'
import { meantDifferences, reworded } from './schema-differences.js'
import { askGraphql } from '../support/ask-graphql.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { openReadingRoom } from '../support/reading-room.js'
import { differingFacts, schemaFacts } from '../support/schema-facts.js'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const recorded = readFileSync(path('../oracle/schema.graphql'), 'utf8')
const sorted = (sdl: string) => printSchema(lexicographicSortSchema(buildSchema(sdl)))

describe('the schema of the recorded model', () => {
  const theirs = schemaFacts(sorted(recorded))
  let printed = ''
  let ours = new Map<string, string>()
  let differences: string[] = []

  beforeAll(async () => {
    const registry = await loadProject(path('../../../model/test/fixtures/oracle-model'))
    printed = printSdl(registry)
    ours = schemaFacts(printed)
    if (theirs.size < 1_000) throw new Error('The recorded schema was not read')
    differences = differingFacts(theirs, ours)
  })

  const isReworded = (line: string) => reworded.some((place) => line.slice(2).startsWith(`description of ${place}: `))

  it('is sorted', () => {
    expect(printed).toBe(sorted(printed))
  })

  it('is the schema that introspection returns', async () => {
    const api = await openReadingRoom(sqliteDatabase().connection, { development: true })
    const { data } = await askGraphql(api)(getIntrospectionQuery({ specifiedByUrl: true }))
    const introspected = buildClientSchema(data as IntrospectionQuery)
    expect(printSchema(lexicographicSortSchema(introspected))).toBe(printed)
    await api.close()
  })

  it('differs from the recorded schema only as intended', () => {
    const unmeant = differences.filter(
      (line) => !isReworded(line) && !meantDifferences.some(({ lines }) => lines.test(line)),
    )
    expect(unmeant).toEqual([])
  })

  it.each(meantDifferences)('differs as intended in $met lines: $because', ({ lines, met }) => {
    expect(differences.filter((line) => lines.test(line))).toHaveLength(met)
  })

  it.each(reworded)('has its own description of %s', (place) => {
    const [before, after] = [theirs, ours].map((facts) => facts.get(`description of ${place}`) ?? '')
    expect(before).not.toBe('')
    expect(after).not.toBe('')
    expect(after).not.toBe(before)
  })
})

it('leaves out relations to administrators, who have no type in GraphQL', () => {
  const registry = createRegistry({
    contentTypes: {
      'src/api/note/content-types/note/schema.json': {
        kind: 'collectionType',
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: {
          title: { type: 'string' },
          keeper: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
        },
      },
    },
  })
  const [, members = ''] = /type Note \{([^}]*)\}/.exec(printSdl(registry)) ?? []
  expect(members.match(/\w+(?=:)/g)).toEqual(['createdAt', 'title', 'updatedAt'])
})

/** The line that reports each kind of change, so that no kind is missed. */
const changes: readonly (readonly [what: string, from: string, to: string, line: string])[] = [
  ['a type', '  size: Float!', '  size: Int!', '+ UploadFile.size: size: Int!'],
  ['nullability', '  hash: String!', '  hash: String', '+ UploadFile.hash: hash: String'],
  [
    'a default',
    'publicationState: PublicationState = LIVE',
    'publicationState: PublicationState = PREVIEW',
    '(publicationState:): publicationState: PublicationState = PREVIEW',
  ],
  ['a description', 'Register a user', 'Register', '+ description of Mutation.register: Register'],
  ['the URL of a scalar', 'ECMA-404.pdf")', 'ECMA-404")', 'ECMA-404")'],
  ['a deprecation', '  hash: String!', '  hash: String! @deprecated(reason: "old")', '@deprecated(reason: "old")'],
  ['a value', '  PREVIEW\n', '  PREVIEW\n  BOTH\n', '+ PublicationState.BOTH: BOTH'],
  [
    'a member',
    'union GenericMorph = ',
    'union GenericMorph = Pagination | ',
    '+ GenericMorph | Pagination: Pagination',
  ],
  [
    'an interface',
    'type UploadFile {',
    'interface Hashed { hash: String! }\ntype UploadFile implements Hashed {',
    '+ UploadFile: type UploadFile implements Hashed',
  ],
  ['a directive', 'scalar Upload', 'directive @shown on FIELD\nscalar Upload', '+ shown: directive @shown on FIELD'],
]

describe('facts of a schema', () => {
  it.each(changes)('report %s', (_what, from, to, line) => {
    expect(recorded).toContain(from)
    const changed = recorded.replaceAll(from, to)
    const introspected = differingFacts(schemaFacts(sorted(recorded)), schemaFacts(sorted(changed)))
    expect(introspected.filter((introspected) => introspected.includes(line))).not.toEqual([])
  })
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import DataLoader from 'dataloader'
import type { Request, Response } from 'express'
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  buildSchema,
  execute,
  isObjectType,
  parse,
  validate,
} from 'graphql'
import { byParent, countryColumns } from './handwritten-countries.js'
import type { Row, Statements } from './statements.js'

/** The data loaders of one request. Each loads a relation with one statement for all parents of a level. */
interface Loaders {
  readonly region: DataLoader<number, Row | null>
  readonly languages: DataLoader<number, readonly Row[]>
  readonly currencies: DataLoader<number, readonly Row[]>
}

interface Context {
  readonly statements: Statements
  readonly loaders: Loaders
}

type Resolver = GraphQLFieldResolver<Row, Context>

/**
 * Creates a GraphQL handler that a developer could write with graphql-js. It uses the schema that the
 * reference server prints, a resolver for each field that isn't a column, and DataLoader for relations. It
 * parses and validates each document once.
 */
export async function handwrittenGraphql(statements: Statements, project: string) {
  const schema = buildSchema(await printedSchema(project))
  addResolvers(schema)
  const documents = new Map<string, { document: DocumentNode; errors: readonly GraphQLError[] }>()
  const checked = (query: string) => {
    const known = documents.get(query)
    if (known) return known
    const document = parse(query)
    const made = { document, errors: validate(schema, document) }
    documents.set(query, made)
    return made
  }
  return async (request: Request, response: Response): Promise<void> => {
    const { query, variables } = request.body as { query: string; variables?: Record<string, unknown> }
    const { document, errors } = checked(query)
    if (errors.length > 0) {
      response.status(400).json({ errors })
      return
    }
    const contextValue: Context = { statements, loaders: createLoaders(statements) }
    response.json(await execute({ schema, document, variableValues: variables, contextValue }))
  }
}

async function printedSchema(project: string): Promise<string> {
  const cli = fileURLToPath(new URL('../../packages/server/dist/cli/main.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'sdl', '--project', project])
  return stdout
}

interface Page {
  readonly pagination: { readonly page?: number; readonly pageSize?: number; readonly limit?: number }
}

const entity = (row: Row) => ({ id: row['id'], attributes: row })
const collection = (rows: readonly Row[]) => ({ data: rows.map(entity) })
const boolean =
  (name: string): Resolver =>
  (row) =>
    row[name] === null ? null : row[name] === 1

/** The custom resolvers. graphql-js resolves all other fields by itself: it reads the property of the same name. */
const resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Query: {
    cities: (_source, given, { statements }) =>
      page(
        statements,
        'SELECT id, name, latitude, longitude, division, createdAt, updatedAt FROM cities',
        given as Page,
      ),
    countries: (_source, given, { statements }) =>
      page(statements, `SELECT ${countryColumns} FROM countries WHERE locale = 'en'`, given as Page),
  },
  Country: {
    independent: boolean('independent'),
    landlocked: boolean('landlocked'),
    unMember: boolean('unMember'),
    async region({ region_id }, _given, { loaders }) {
      const region = region_id === null ? null : await loaders.region.load(Number(region_id))
      return { data: region && entity(region) }
    },
    languages: async ({ id }, given, { loaders }) => linked(await loaders.languages.load(Number(id)), given as Page),
    currencies: async ({ id }, given, { loaders }) => linked(await loaders.currencies.load(Number(id)), given as Page),
  },
}

function addResolvers(schema: GraphQLSchema): void {
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    if (!isObjectType(type)) throw new Error(`The printed schema has no ${typeName}`)
    for (const [name, resolve] of Object.entries(fields)) Object.assign(type.getFields()[name] as object, { resolve })
  }
}

async function page(statements: Statements, select: string, { pagination: { page = 1, pageSize = 10 } }: Page) {
  return collection(await statements.all(`${select} ORDER BY id LIMIT ? OFFSET ?`, [pageSize, (page - 1) * pageSize]))
}

function linked(rows: readonly Row[], { pagination: { limit = 10 } }: Page) {
  return collection(rows.slice(0, limit))
}

function createLoaders(statements: Statements): Loaders {
  return {
    region: new DataLoader(async (ids) => {
      const rows = await statements.all(
        'SELECT id, name, createdAt, updatedAt FROM regions WHERE id IN (SELECT value FROM json_each(?))',
        [JSON.stringify(ids)],
      )
      const byId = new Map(rows.map((row) => [row['id'], row]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
    languages: linkLoader(statements, 'languages', 't.id, t.code, t.name, t.createdAt, t.updatedAt'),
    currencies: linkLoader(statements, 'currencies', 't.id, t.code, t.name, t.symbol, t.createdAt, t.updatedAt'),
  }
}

function linkLoader(statements: Statements, table: string, columns: string): DataLoader<number, readonly Row[]> {
  return new DataLoader(async (ids) => {
    const rows = await statements.all(
      `SELECT l.source_id AS parent, ${columns} FROM countries_${table}_links l JOIN ${table} t ON t.id = l.target_id
        WHERE l.source_id IN (SELECT value FROM json_each(?)) ORDER BY l.source_id, l.source_order`,
      [JSON.stringify(ids)],
    )
    const ofParent = byParent(rows, (row) => row)
    return ids.map((id) => ofParent.get(id) ?? [])
  })
}

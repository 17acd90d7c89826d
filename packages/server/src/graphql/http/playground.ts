import { escapeHtml } from '../../message/escape-html.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserPackage, pagesFolder } from '../../files/page-files.js'
import { type ContentType, type Registry, isScalar } from '@content-api/model'
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { pluralField, singularField } from '../naming.js'

/** A file of the page, served below `<endpoint>/playground/`. */
interface PlaygroundFile {
  readonly contentType: string
  readonly text: string
}

export interface Playground {
  /** Returns the HTML of the page. `folder` is the relative URL of its files, for example `./graphql/playground`. */
  page(folder: string): string
  /** Returns a file of the page, or null for an unknown name. */
  file(name: string): Promise<PlaygroundFile | null>
}

/**
 * The Content-Security-Policy of the page. The page can only run scripts of this server and send requests to
 * this server.
 */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The editor positions its text by inline styles.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const script = 'text/javascript; charset=utf-8'

interface Asset {
  /** Absent for a file of this package. */
  readonly package?: string
  readonly path: string
  readonly contentType: string
}

const style = 'text/css; charset=utf-8'

/** Files of this package, and browser builds of installed packages. The page works offline. */
const assets: Readonly<Record<string, Asset>> = {
  'playground.js': { path: 'playground.js', contentType: script },
  'playground.css': { path: 'playground.css', contentType: style },
  'react.js': { package: 'react', path: 'umd/react.production.min.js', contentType: script },
  'react-dom.js': { package: 'react-dom', path: 'umd/react-dom.production.min.js', contentType: script },
  'graphiql.js': { package: 'graphiql', path: 'graphiql.min.js', contentType: script },
  'graphiql.css': { package: 'graphiql', path: 'graphiql.min.css', contentType: style },
}

/** Creates the playground (specification §1): GraphiQL with the initial query `example`. */
export function createPlayground(example: string): Playground {
  const read = new Map<string, Promise<string>>()
  return {
    page: (folder) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>GraphQL playground</title>
  <link rel="stylesheet" href="${folder}/graphiql.css">
  <link rel="stylesheet" href="${folder}/playground.css">
</head>
<body>
  <main id="playground" data-example="${escapeHtml(example)}">Loading the playground …</main>
  <script src="${folder}/react.js"></script>
  <script src="${folder}/react-dom.js"></script>
  <script src="${folder}/graphiql.js"></script>
  <script src="${folder}/playground.js"></script>
</body>
</html>
`,
    async file(name) {
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
      if (!asset) return null
      const text =
        read.get(name) ??
        readFile(join(asset.package ? browserPackage(asset.package) : pagesFolder, asset.path), 'utf8')
      read.set(name, text)
      return { contentType: asset.contentType, text: await text }
    },
  }
}

/** The maximum number of attributes in the example. */
const mostAttributes = 4

/**
 * Returns an example query: a list with its first attributes and one relation, else a single type, else any
 * scalar field. It is built from the schema, so that it contains no fields which extensions disable.
 */
export function exampleQuery(schema: GraphQLSchema, registry: Registry): string {
  const fields = schema.getQueryType()?.getFields() ?? {}
  const types = [...registry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const lists = types.filter((type) => type.kind !== 'singleType' && fields[pluralField(type)])
  const list = lists.find((type) => linkIn(type, fields[pluralField(type)])) ?? lists[0]
  if (list) return print(pluralField(list), '(pagination: { limit: 5 })', list, fields[pluralField(list)])
  const single = types.find((type) => fields[singularField(type)])
  if (single) return print(singularField(single), '', single, fields[singularField(single)])
  const bare = Object.values(fields).find(
    (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  )
  return `{\n  ${bare?.name ?? '__typename'}\n}`
}

type Field = GraphQLField<unknown, unknown> | undefined

function print(name: string, args: string, type: ContentType, field: Field): string {
  const attributes = attributesBelow(field)
  const scalars = namesOf(type, attributes).slice(0, mostAttributes)
  const link = linkIn(type, field)
  const lines = [...scalars.map((each) => `        ${each}`), ...(link ? [link] : [])]
  return [
    '{',
    `  ${name}${args} {`,
    '    data {',
    '      id',
    ...(lines.length > 0 ? ['      attributes {', ...lines, '      }'] : []),
    '    }',
    '  }',
    '}',
  ].join('\n')
}

/** Returns the selection of a type's first relation to another `api::` type, with one scalar attribute of that type. */
function linkIn(type: ContentType, field: Field): string | undefined {
  const attributes = attributesBelow(field)
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (isScalar(attribute) || attribute.type !== 'relation' || attribute.target === undefined) continue
    if (attribute.target === type.uid || !attribute.target.startsWith('api::')) continue
    const target = attributesBelow(attributes?.getFields()[name])
    const [label] = Object.entries(target?.getFields() ?? {}).flatMap(([key, { type }]) =>
      isLeafType(getNamedType(type)) ? [key] : [],
    )
    if (label !== undefined)
      return `        ${name} {\n          data {\n            attributes {\n              ${label}\n            }\n          }\n        }`
  }
  return undefined
}

/** Returns the type of `data.attributes` in the result of a field. */
function attributesBelow(field: Field): GraphQLObjectType | undefined {
  return typeOfField(typeOfField(field, 'data'), 'attributes')
}

function typeOfField(from: Field | GraphQLObjectType, name: string): GraphQLObjectType | undefined {
  const type = from && 'args' in from ? getNamedType(from.type) : from
  if (!isObjectType(type)) return undefined
  const field = type.getFields()[name]
  const next = field && getNamedType(field.type)
  return isObjectType(next) ? next : undefined
}

/** Returns the names of the declared scalar attributes, in the order of the schema file. */
function namesOf({ declared }: ContentType, attributes: GraphQLObjectType | undefined): string[] {
  const shown = attributes?.getFields() ?? {}
  return Object.entries(declared).flatMap(([name, attribute]) =>
    isScalar(attribute) && shown[name] && isLeafType(getNamedType(shown[name].type)) ? [name] : [],
  )
}

import type { ProjectFiles } from '../support/write-project.js'
import { type CodeRequest, generateCode } from './generate-code.js'
import { generateSchemas } from './generate-schemas.js'
import { libraryComponents, libraryTypes } from './library-schemas.js'
import { basicFiles, schemaFiles } from './project-files.js'
import { Random } from './random.js'
import { type SchemaRequest, schemaRequests } from './schema-requests.js'

/** A generated project and the requests to it. Later versions of the generators don't change a recording. */
export interface RecordedStart {
  readonly files: ProjectFiles
  /** The attributes of relations whose sides don't fit. */
  readonly mismatched: readonly string[]
  readonly code: readonly Recorded<CodeRequest>[]
  readonly schemas: readonly Recorded<Omit<SchemaRequest, 'type'>>[]
}

export type Recorded<Sent> = Sent & { readonly theirs: RecordedAnswer }

/** A response of Strapi 4.26.2, with the headers that are compared. */
export interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const seed = 4
const numberOfTypes = 6
const numberOfControllers = 30

/** Generates what is recorded for `pnpm test`. */
export function generateStart() {
  const schemas = generateSchemas(seed, numberOfTypes)
  const code = generateCode(seed, numberOfControllers)
  return {
    files: {
      ...basicFiles,
      // Some of the generated code uses these content types.
      ...schemaFiles(libraryTypes, libraryComponents),
      ...schemaFiles(schemas.types, schemas.components),
      ...code.files,
    },
    mismatched: [...schemas.mismatched],
    code: code.requests,
    schemas: schemaRequests(new Random(seed), schemas).map(({ type: _, ...request }) => request),
  }
}

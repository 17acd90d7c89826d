import { type ContentType, isRecord, type Registry, toSchemaFiles } from '@content-api/model'
import { quote, run } from '@content-api/engine/write'
import { readSetting, storeSetting } from './stored-settings.js'
import type { StrapiTransaction } from './transaction.js'

/** The content types with which Strapi, or this server, last opened the database. */
const storedTypes = 'strapi_content_types_schema'

type StoredTypes = Readonly<Record<string, unknown>>

/** The options of a type whose switch makes Strapi delete or copy rows when it starts. */
interface Switches {
  readonly draftAndPublish: boolean
  readonly localized: boolean
}

const member = (value: unknown, ...path: readonly string[]) =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)

const switchesIn = (stored: unknown): Switches => ({
  draftAndPublish: member(stored, 'options', 'draftAndPublish') === true,
  localized: member(stored, 'pluginOptions', 'i18n', 'localized') === true,
})

const parts = { draftAndPublish: 'drafts', localized: 'locales' } as const

/** Returns the options that differ from those with which the rows of a type were written. */
function switchedOptions(stored: unknown, type: ContentType): (keyof Switches)[] {
  const before = switchesIn(stored)
  return (['draftAndPublish', 'localized'] as const).filter((option) => before[option] !== type[option])
}

/**
 * Notes the content types of a project where Strapi keeps them. Strapi compares them with its schema files when
 * it starts, so what it notes of types that it knows stays as it is.
 *
 * @throws Error if drafts or locales of a type with rows were switched on or off
 */
export async function noteTypes(tx: StrapiTransaction, registry: Registry): Promise<void> {
  const setting = await readSetting(tx, storedTypes)
  const stored: StoredTypes = isRecord(setting) ? setting : {}
  const types = [...registry.contentTypes.values()]
  const switched = types.filter(
    (type) => Object.hasOwn(stored, type.uid) && switchedOptions(stored[type.uid], type).length > 0,
  )
  const refused: string[] = []
  for (const type of switched) {
    if (await hasRows(tx, type)) refused.push(describeSwitch(type, switchedOptions(stored[type.uid], type)))
  }
  if (refused.length > 0) {
    throw new Error(
      `The rows of the database don't fit the schema files: ${refused.join('; ')}. Start Strapi with these files ` +
        'once, because it converts the rows, or undo the change. The database was not changed.',
    )
  }
  const isNew = (type: ContentType) => !Object.hasOwn(stored, type.uid) || switched.includes(type)
  const notes = types.filter(isNew).flatMap((type) => noteOf(registry, type))
  if (notes.length > 0) await storeSetting(tx, storedTypes, { ...stored, ...Object.fromEntries(notes) })
}

function describeSwitch(type: ContentType, options: readonly (keyof Switches)[]): string {
  return options
    .map((option) => `${parts[option]} of ${type.uid} were switched ${type[option] ? 'on' : 'off'}`)
    .join(' and ')
}

async function hasRows(tx: StrapiTransaction, { uid }: ContentType): Promise<boolean> {
  const { table } = tx.layout.schema(uid)
  const rows = await run(tx, () => `SELECT 1 AS "found" FROM ${quote(table)} LIMIT 1`)
  return rows.length > 0
}

/** Types as they are built in have no note: Strapi adds it. */
function noteOf(registry: Registry, type: ContentType): (readonly [uid: string, note: object])[] {
  const only = { ...registry, contentTypes: new Map([[type.uid, { ...type, indexes: [] }]]), components: new Map() }
  return toSchemaFiles(only).map(({ json }) => [type.uid, { ...json, uid: type.uid, modelType: 'contentType' }])
}

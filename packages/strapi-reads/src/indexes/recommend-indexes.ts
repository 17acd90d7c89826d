import { createRegistry } from '@content-api/model'
import { readStrapiContentTypes, readStrapiLocales } from '@content-api/strapi-tables/accounts'
import { openReadOnlyDatabase, type TriedIndex, tryIndexes } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { allowEverything, type PlanContext } from '@content-api/core/query/plan-context'
import { planningOf } from '@content-api/core/query/plan-settings'
import { strapiRules } from '../rules/strapi-rules.js'
import type { BesideSettings } from '../settings/beside-settings.js'
import { throwUnreadable } from '../throw-unreadable.js'
import { loadBesideModel } from '../verdicts/beside-model.js'
import { projectModules } from '../verdicts/project-modules.js'
import { fileOf } from '../verdicts/stored-differences.js'
import { type LackingIndex, lackingIndexes } from './recommended-indexes.js'

/** An index that was tried on the content of a project. */
export interface IndexRecommendation {
  readonly uid: string
  /** The schema file. */
  readonly file: string
  /** The line for the schema file, in JSON. */
  readonly line: string
  /** Milliseconds of the list without and with the index. */
  readonly without: number
  readonly with: number
  /** Whether the index makes the list clearly faster. */
  readonly isWorthwhile: boolean
}

/** Tries the indexes that lists lack on the content of a running Strapi, in a copy. */
export async function recommendIndexes(
  project: string,
  settings: BesideSettings,
): Promise<readonly IndexRecommendation[]> {
  const { connection, timeZone, version, config } = settings
  const { dialect } = connection
  const none = createRegistry({ contentTypes: {} })
  const layoutOf = (registry: typeof none) => createStrapiLayout(registry, { dialect, timeZone, version })
  const system = await openReadOnlyDatabase({ registry: none, layout: layoutOf(none), connection })
  try {
    const storedTypes = await readStrapiContentTypes(system).catch((error: unknown) => throwUnreadable(error, settings))
    const { registry } = await loadBesideModel({
      project,
      settings,
      storedTypes,
      modules: projectModules(project),
    })
    const layout = layoutOf(registry)
    const locales = await readStrapiLocales(system)
    const context: PlanContext = {
      ...planningOf(config),
      registry,
      can: allowEverything,
      reading: strapiRules({ dialect, timeZone, version }),
      locales: { default: locales.default ?? config.i18n.defaultLocale, codes: locales.codes },
    }
    const lacking = lackingIndexes(registry, { layout, context, dialect, version })
    const tried = await tryIndexes(lacking, { connection, layout, dialect: system.dialect })
    return chooseIndexes(tried.map((each, position) => measured(lacking[position] as LackingIndex, each)))
  } finally {
    await system.close()
  }
}

/** An index makes each write slower, so it has to make the list faster by this factor, and by these milliseconds. */
const worthwhile = { factor: 1.3, milliseconds: 0.5 }

const isFaster = (without: number, after: number) =>
  without >= after * worthwhile.factor && without - after >= worthwhile.milliseconds

type Measured = Omit<IndexRecommendation, 'isWorthwhile'>

function measured({ type, index }: LackingIndex, tried: TriedIndex): Measured {
  const columns = index.columns.map((column) => JSON.stringify(column)).join(', ')
  return {
    uid: type.uid,
    file: fileOf(type.uid).file ?? type.uid,
    line: `{ "name": ${JSON.stringify(index.name)}, "columns": [${columns}] }`,
    without: tried.without,
    with: tried.with,
  }
}

/**
 * Returns which indexes are worthwhile. The second index of a type was tried together with the first one, so
 * it is only recommended with it; the first one may be worthwhile only because of the second.
 */
export function chooseIndexes(all: readonly Measured[]): readonly IndexRecommendation[] {
  return all.map((each, position) => {
    const [before, after] = [all[position - 1], all[position + 1]]
    const first = before?.uid === each.uid ? before : null
    const second = after?.uid === each.uid ? after : null
    const areBoth = (one: Measured, other: Measured) =>
      isFaster(one.without, other.with) && isFaster(other.without, other.with)
    if (first) return { ...each, isWorthwhile: areBoth(first, each) }
    return { ...each, isWorthwhile: isFaster(each.without, each.with) || (second !== null && areBoth(each, second)) }
  })
}

/** Returns the recommendations as text for people. */
export function printRecommendations(all: readonly IndexRecommendation[]): string {
  const recommended = new Map<string, IndexRecommendation[]>()
  for (const each of all) if (each.isWorthwhile) recommended.set(each.uid, [...(recommended.get(each.uid) ?? []), each])
  const lines = [...recommended.values()].flatMap((ofType) => [
    ...ofType.slice(0, 1).map(({ file }) => file),
    ...schemaLines(ofType),
    gainOf(ofType),
    '',
  ])
  const others = all.filter(({ isWorthwhile, uid }) => !isWorthwhile && !recommended.has(uid))
  const fast = others.map(({ uid, without, with: after }) => {
    return `  ${uid}: ${milliseconds(without)}, and ${milliseconds(after)} with an index`
  })
  return [
    ...(recommended.size === 0
      ? ['No list needs a further index.', '']
      : ['Add these lines to the schema files. Strapi creates the indexes at its next start.', '', ...lines]),
    ...(fast.length === 0 ? [] : ['Lists that need no index:', ...fast, '']),
    'Measured in a copy of the content. The database was not changed.',
  ].join('\n')
}

const milliseconds = (duration: number) => `${duration.toFixed(1)} ms`

function schemaLines(ofType: readonly IndexRecommendation[]): string[] {
  if (ofType.length === 1) return ofType.map(({ line }) => `  "indexes": [${line}]`)
  return ['  "indexes": [', ofType.map(({ line }) => `    ${line}`).join(',\n'), '  ]']
}

/** A type has one index, or two of which the second was tried together with the first. */
function gainOf([first, second]: readonly IndexRecommendation[]): string {
  if (!first) return ''
  const [without, withFirst] = [milliseconds(first.without), milliseconds(first.with)]
  return second
    ? `  The list takes ${without}, ${withFirst} with the first index, and ${milliseconds(second.with)} with both.`
    : `  The list takes ${without}, and ${withFirst} with this index.`
}

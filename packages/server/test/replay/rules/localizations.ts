import type { ContentType, ScalarAttribute } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { entryColumns } from '../../../../engine/src/layout/columns.js'
import { envelopeOf, errorResponse, okResponse, succeeded, withBody } from '../responses.js'
import { type Shown, changeEntries } from '../entries-of.js'
import type { JsonResponse } from '../exchange.js'
import { createdAttributes, sharedNames } from '../reference/created.js'
import { shownNames, shownValue } from '../reference/values.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { idOf } from '../world.js'
import { dataOf, errorName } from './bodies.js'

export const inStep = {
  name: '0071-localizations-stay-in-step',
  strapi:
    'copies shared values to the other localizations only if the request populates them, and gives a new localization the scalar values only.',
  ours: 'keeps attributes that are not localized equal in all localizations on every write, including media, components and relations. Unique values are unique among entries, not among the localizations of an entry.',
  why: 'an attribute that is not localized has one value in all localizations.',
}

/** Returns the localizations of an entry, including itself. */
async function groupOf({ world }: Case, type: ContentType, row: Row): Promise<Row[]> {
  return (await world.rows(type)).filter((other) => other[entryColumns.group] === row[entryColumns.group])
}

/** The row that a new localization is created from. */
async function sourceOf(of: Case): Promise<Row | undefined> {
  const { target, world } = of
  if (target?.operation !== 'localize') return undefined
  return target.id === null ? (await world.rows(target.type))[0] : world.row(target.type, target.id)
}

export const sharedValues: Rule = {
  ...inStep,
  when: ({ target }, theirs) => target !== null && succeeded(theirs) && isRecord(theirs.body),
  async expected(of, theirs) {
    const { target, world } = of
    if (!target) return theirs
    const written = await writtenGroup(of)
    const source = await sourceOf(of)
    const change = async ({ schema, id, attributes, depth }: Shown) => {
      if (schema.model !== 'contentType' || !schema.localized) return attributes
      const row = depth === 0 && source ? source : await world.row(schema, id)
      if (!row) return attributes
      const group = await groupOf(of, schema, row)
      if (group.length < 2 && !source) return attributes
      const changed = { ...attributes }
      for (const name of sharedNames(schema)) {
        if (!(name in attributes)) continue
        const input = written && written.group === row[entryColumns.group] ? written.values[name] : undefined
        if (input !== undefined && depth > 0) changed[name] = input
        else if (input === undefined && agrees(group, name)) {
          changed[name] = shownValue(row, name, schema.attributes[name] as ScalarAttribute)
        }
      }
      return changed
    }
    const envelope = envelopeOf(theirs)
    const data = await changeEntries(envelope?.data ?? theirs.body, target.type, world.registry, change)
    return withBody(theirs, envelope ? { ...envelope, data } : data)
  },
}

/** Stored values count only if all localizations have the same. */
const agrees = (group: readonly Row[], name: string) => new Set(group.map((row) => String(row[name]))).size === 1

async function writtenGroup(of: Case) {
  const { target, world } = of
  const data = dataOf(of)
  if (target?.operation !== 'update' || !data) return null
  const row = target.id === null ? (await world.rows(target.type))[0] : await world.row(target.type, target.id)
  return row ? { group: row[entryColumns.group], values: data } : null
}

interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

function problemsOf({ body }: JsonResponse): readonly Problem[] {
  return (body as { error: { details?: { errors?: Problem[] } } }).error.details?.errors ?? []
}

/** Reasons for which Strapi rejects a new localization and this server does not. */
function localizationRule(
  rule: Pick<Rule, 'name' | 'strapi' | 'ours' | 'why'>,
  isNone: (of: Case, problem: Problem) => boolean,
): Rule {
  return {
    ...rule,
    async when(of, theirs) {
      if (of.target?.operation !== 'localize' || errorName(theirs) !== 'ValidationError') return false
      return problemsOf(theirs).some((problem) => isNone(of, problem)) && (await sourceOf(of)) !== undefined
    },
    async expected(of, theirs) {
      const left = problemsOf(theirs).filter((problem) => !isNone(of, problem))
      return left.length > 0 ? withProblems(left) : localized(of)
    },
  }
}

function withProblems(problems: readonly Problem[]): JsonResponse {
  const { body, ...response } = errorResponse('ValidationError')
  const { error } = body as { error: object }
  return { ...response, body: { data: null, error: { ...error, details: { errors: problems } } } }
}

/** The response to creating a localization: an error if the entry already exists in the requested locale. */
async function localized(of: Case): Promise<JsonResponse> {
  const source = (await sourceOf(of)) as Row
  const type = of.target?.type as ContentType
  const data = dataOf(of) ?? {}
  const group = await groupOf(of, type, source)
  if (group.some(({ locale }) => locale === data['locale'])) return errorResponse('ApplicationError')
  const localizations = group.map((row) => {
    const shown = shownNames(type, '*').map((name) => [
      name,
      shownValue(row, name, type.attributes[name] as ScalarAttribute),
    ])
    return { id: idOf(row), ...Object.fromEntries(shown) }
  })
  return okResponse({ id: of.nextId(type), ...createdAttributes(type, data, source), localizations })
}

export const uniqueAmongEntries = localizationRule(inStep, isShared)

/** A unique value that a localization shares with its source. */
function isShared({ target }: Case, { path, message }: Problem): boolean {
  const [name = ''] = path
  return /unique/.test(message) && target !== null && sharedNames(target.type).includes(name)
}

import slugify from '@sindresorhus/slugify'
import type { ScalarAttribute } from '@content-api/model'
import { maximumIndexedText } from '../../attributes/indexed.js'
import { InvalidValue, type Stored } from '../../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import type { FieldWrite, GeneratedUid } from '../write-plan.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { checkConstraints } from './constraints.js'

export type FieldPlan =
  | { readonly kind: 'field' | 'secret'; readonly write: FieldWrite }
  | { readonly kind: 'generated'; readonly write: GeneratedUid }

/** What a value given or left out for a scalar attribute comes to; null: nothing is written. */
export function planField(part: BodyPart, name: string, attribute: ScalarAttribute): FieldPlan | null {
  const path = [...part.path, name]
  const given = Object.hasOwn(part.values, name) ? part.values[name] : undefined
  if (given === undefined) return part.fresh ? planAbsent(part, name, attribute, path) : null
  if (given === null) {
    if (attribute.required) part.issues.addIncomplete(path, `${displayName(path)} is required and must not be null`)
    return { kind: 'field', write: { name, attribute, value: null } }
  }
  const value = parse(part, given, attribute, path)
  if (value === undefined) return null
  checkConstraints(value, { schema: part.schema, name, attribute, path }, part.issues)
  return { kind: attribute.type === 'password' ? 'secret' : 'field', write: { name, attribute, value } }
}

function planAbsent(part: BodyPart, name: string, attribute: ScalarAttribute, path: Path): FieldPlan | null {
  if (attribute.default !== undefined && attribute.default !== null) {
    const value = parse(part, attribute.default, attribute, path)
    return value === undefined ? null : { kind: 'field', write: { name, attribute, value } }
  }
  const generated = attribute.type === 'uid' ? generateUid(part, name, attribute) : null
  if (generated) return generated
  if (attribute.required && part.whole) part.issues.addIncomplete(path, `${displayName(path)} must be defined.`)
  return null
}

/** @returns undefined when the value is invalid, which is then among the issues */
function parse(
  { context, issues }: BodyPart,
  given: unknown,
  attribute: ScalarAttribute,
  path: Path,
): Stored | undefined {
  const behaviour = scalarBehaviours[attribute.type]
  const name = displayName(path)
  try {
    if (!context.strict && behaviour.parseLenient) return behaviour.parseLenient(given, attribute, name)
    return behaviour.parse(given, attribute, name)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    issues.addInvalid(path, error)
    return undefined
  }
}

/** The words of one language would name the entry in every other: as observed, such a uid is left to whoever writes. */
function namesAllLocalizations({ schema }: BodyPart, { localized, targetField }: ScalarAttribute): boolean {
  const isLocalized = schema.model === 'contentType' && schema.localized
  return isLocalized && !localized && schema.attributes[targetField ?? '']?.localized === true
}

/** Room for the number that tells equal uids apart. */
const roomForNumber = 8

function generateUid(part: BodyPart, name: string, attribute: ScalarAttribute): FieldPlan | null {
  if (!part.context.strict && namesAllLocalizations(part, attribute)) return null
  const source = attribute.targetField === undefined ? undefined : part.values[attribute.targetField]
  if (typeof source !== 'string' || source === '') return null
  const maximum = Math.min(attribute.maxLength ?? maximumIndexedText, maximumIndexedText)
  const text = slug(source.slice(0, maximum)) || slug(part.schema.displayName) || 'entry'
  const base = text.slice(0, Math.max(1, maximum - roomForNumber)).replace(/-+$/, '')
  // A component's uid isn't unique by itself, so it needs no number.
  if (part.schema.model === 'component') return { kind: 'field', write: { name, attribute, value: base } }
  return { kind: 'generated', write: { name, attribute, base, maximum } }
}

/** Text as the lower-case words of a URL: `Déjà vu!` is `deja-vu`. Empty when nothing can be written in ASCII. */
function slug(text: string): string {
  return slugify(text, { decamelize: false })
}

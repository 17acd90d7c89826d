import slugify from '@sindresorhus/slugify'
import type { ScalarAttribute } from '@content-api/model'
import {
  InvalidValue,
  maximumIndexedText,
  requireExact,
  scalarBehaviours,
  type Stored,
} from '@content-api/engine/attributes'
import { checkConstraints, displayName, type FieldWrite, type GeneratedUid, type Path } from '@content-api/engine/plan'
import type { BodyPart } from './body-part.js'
import { fromCode, fromDate } from './code-value.js'

type FieldPlan =
  | { readonly kind: 'field' | 'secret'; readonly write: FieldWrite }
  | { readonly kind: 'generated'; readonly write: GeneratedUid }

/** Plans the write of a scalar attribute, whether the body contains it or not. Returns null if nothing is written. */
export function planField(part: BodyPart, name: string, attribute: ScalarAttribute): FieldPlan | null {
  const path = [...part.path, name]
  const input = Object.hasOwn(part.values, name) ? part.values[name] : undefined
  if (input === undefined) return part.isNew ? planAbsent(part, name, attribute, path) : null
  if (input === null) {
    if (attribute.required && part.unvalidated !== true)
      part.issues.addIncomplete(path, `${displayName(path)} is required and must not be null`)
    return { kind: 'field', write: { name, attribute, value: null } }
  }
  const value = parse(part, input, attribute, path)
  if (value === undefined) return null
  checkConstraints(value, { schema: part.schema, name, attribute: constrained(part, attribute), path }, part.issues)
  return fieldPlan({ name, attribute, value })
}

/** Types that are strings of a certain form. */
const formed: ReadonlySet<ScalarAttribute['type']> = new Set(['email', 'enumeration', 'uid'])

/** Types whose values are numbers with 15 to 17 digits. */
const inexact: ReadonlySet<ScalarAttribute['type']> = new Set(['float', 'decimal'])

/** Returns the attribute with the constraints that apply. The length of indexed strings always has a limit. */
function constrained({ unvalidated }: BodyPart, attribute: ScalarAttribute): ScalarAttribute {
  if (unvalidated !== true) return attribute
  const { min: _min, max: _max, minLength: _least, maxLength: _most, regex: _regex, ...others } = attribute
  return others
}

/** Passwords are hashed before they are stored, default values too. */
const fieldPlan = (write: FieldWrite): FieldPlan => ({
  kind: write.attribute.type === 'password' ? 'secret' : 'field',
  write,
})

function planAbsent(part: BodyPart, name: string, attribute: ScalarAttribute, path: Path): FieldPlan | null {
  if (attribute.default !== undefined && attribute.default !== null) {
    const value = parse(part, attribute.default, attribute, path)
    return value === undefined ? null : fieldPlan({ name, attribute, value })
  }
  const generated = attribute.type === 'uid' ? generateUid(part, name, attribute) : null
  if (generated) return generated
  if (attribute.required) part.issues.addIncomplete(path, `${displayName(path)} must be defined.`)
  return null
}

/** @returns undefined if the value is invalid; the problem is then in `issues` */
function parse(
  { context, issues, unvalidated }: BodyPart,
  input: unknown,
  attribute: ScalarAttribute,
  path: Path,
): Stored | undefined {
  const type = unvalidated && formed.has(attribute.type) ? 'string' : attribute.type
  const behaviour = scalarBehaviours[type]
  const name = displayName(path)
  const value = unvalidated ? fromCode(input, attribute.type) : fromDate(input, attribute.type)
  try {
    if (unvalidated && attribute.type === 'integer' && Number.isFinite(value)) return value as number
    if (context.strict && inexact.has(attribute.type)) requireExact(value, name)
    if (!context.strict && behaviour.parseLenient) return behaviour.parseLenient(value, attribute, name)
    return behaviour.parse(value, attribute, name)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    issues.addInvalid(path, error)
    return undefined
  }
}

/**
 * Returns whether all localizations share the uid while its source is localised. Lenient mode doesn't
 * generate such a uid (as in Strapi 4.26): it would have the words of one language in every locale.
 */
function sharesLocalizedSource({ schema }: BodyPart, { localized, targetField }: ScalarAttribute): boolean {
  const isLocalized = schema.model === 'contentType' && schema.localized
  return isLocalized && !localized && schema.attributes[targetField ?? '']?.localized === true
}

/** Characters reserved for the number that makes a uid unique. */
const numberLength = 8

function generateUid(part: BodyPart, name: string, attribute: ScalarAttribute): FieldPlan | null {
  if (!part.context.strict && sharesLocalizedSource(part, attribute)) return null
  const source = attribute.targetField === undefined ? undefined : part.values[attribute.targetField]
  if (typeof source !== 'string' || source === '') return null
  const maximum = Math.min(attribute.maxLength ?? maximumIndexedText, maximumIndexedText)
  // `Déjà vu!` becomes `deja-vu`. The result is empty if no character has an ASCII form.
  const slug = (name: string) => slugify(name, { decamelize: false })
  const text = slug(source.slice(0, maximum)) || slug(part.schema.displayName) || 'entry'
  const base = text.slice(0, Math.max(1, maximum - numberLength)).replace(/-$/, '')
  // A uid attribute of a component need not be unique, so it needs no number.
  if (part.schema.model === 'component') return { kind: 'field', write: { name, attribute, value: base } }
  return { kind: 'generated', write: { name, attribute, base, maximum } }
}

import { type Attribute, type AttributeType, type LinkType, isRecord, isScalar } from '@content-api/model'
import { didYouMean } from '@content-api/engine/errors/did-you-mean'
import type { FieldWrite, GeneratedUid, LinkWrite } from '@content-api/engine/plan/write-plan'
import type { BodyPart, RowPlan } from './body-part.js'
import { displayName } from '@content-api/engine/plan/body-issues'
import { planComponent } from './plan-component.js'
import { planField } from './plan-field.js'
import { planMedia } from './plan-media.js'
import { planRelation } from './plan-relation.js'
import { planZone } from './plan-zone.js'

type PlanLink<Type extends AttributeType> = (
  part: BodyPart,
  name: string,
  attribute: Extract<Attribute, { type: Type }>,
  input: unknown,
) => LinkWrite | null

const linkPlanners: { readonly [Type in LinkType]: PlanLink<Type> } = {
  relation: planRelation,
  media: planMedia,
  component: planComponent,
  dynamiczone: planZone,
}

/** Plans the declared attributes of one row in the order of the model. Problems are added to `part.issues`. */
export function planRow(part: BodyPart, ignored: ReadonlySet<string>): RowPlan {
  const fields: FieldWrite[] = []
  const secrets: FieldWrite[] = []
  const generated: GeneratedUid[] = []
  const links: LinkWrite[] = []
  for (const [name, attribute] of Object.entries(part.schema.declared)) {
    if (part.inherits && !attribute.localized) continue
    if (isScalar(attribute)) {
      const plan = planField(part, name, attribute)
      if (plan?.kind === 'field') fields.push(plan.write)
      if (plan?.kind === 'secret') secrets.push(plan.write)
      if (plan?.kind === 'generated') generated.push(plan.write)
      continue
    }
    const input = Object.hasOwn(part.values, name) ? part.values[name] : undefined
    if (input === undefined || input === null) reportMissingLink(part, name, attribute, input)
    const plan = input === undefined ? null : linkPlanners[attribute.type](part, name, attribute as never, input)
    if (plan) links.push(plan)
  }
  if (part.context.strict) reportUnknown(part, ignored)
  return { fields, secrets, generated, links }
}

function reportMissingLink(part: BodyPart, name: string, attribute: Attribute, input: null | undefined): void {
  // Strapi 4.26 accepts entries without required media.
  if (!attribute.required || attribute.type === 'media') return
  const path = [...part.path, name]
  if (input === null) part.issues.addIncomplete(path, `${displayName(path)} is required and must not be null`)
  else if (part.isNew) part.issues.addIncomplete(path, `${displayName(path)} must be defined.`)
}

/** Maximum unknown keys reported by name. Finding the similar name for each takes time. */
const maximumNamedKeys = 20

/** Names of objects around the attributes: `data` in bodies of other routes, `attributes` in responses. */
const wrappers: ReadonlySet<string> = new Set(['data', 'attributes'])

const unwrap = (key: string) => `: leave out "${key}", and send the attributes inside it instead`

function reportUnknown(part: BodyPart, ignored: ReadonlySet<string>): void {
  const { schema, path, issues } = part
  const unknown = Object.keys(part.values).filter((key) => !Object.hasOwn(schema.declared, key) && !ignored.has(key))
  if (unknown.length === 0) return
  const own = schema.model === 'contentType' ? schema.singularName : schema.uid
  const usable = Object.entries(schema.declared).flatMap(([name, attribute]) => (attribute.private ? [] : [name]))
  for (const key of unknown.slice(0, maximumNamedKeys)) {
    // A body may hold thousands of components, each with unknown keys.
    const wraps = path.length === 0 && wrappers.has(key) && isRecord(part.values[key])
    const hint = wraps ? unwrap(key) : issues.isFull ? '' : didYouMean(key, usable)
    issues.add([...path, key], `${displayName([...path, key])} is not an attribute of ${own}${hint}`)
  }
  if (unknown.length > maximumNamedKeys) {
    issues.add(path, `${unknown.length - maximumNamedKeys} more keys are not attributes of ${own}`)
  }
}

import { attributeOf, isFollowed, isLink, type ModelIndex, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'

interface AttributePathProps {
  readonly label: string
  readonly schema: Schema | undefined
  readonly path: readonly string[]
  /** Returns whether a path may end in an attribute. */
  readonly accepts: (attribute: ExplorerAttribute) => boolean
  readonly onChange: (path: readonly string[]) => void
  readonly describedBy?: string | undefined
}

/** Chooses an attribute with one `<select>`, and one more for each link in the path. */
export function AttributePath({ label, schema, path, accepts, onChange, describedBy }: AttributePathProps) {
  const { model } = useExplorer()
  const levels = levelsOf(schema, path, model)
  return (
    <span className="path">
      {levels.map(({ scope, name }, index) => {
        const before = path.slice(0, index)
        return (
          <select
            key={before.join('.')}
            className="select"
            aria-label={index === 0 ? label : `${label} of ${before.join(', ')}`}
            aria-describedby={describedBy}
            value={name}
            onChange={({ target }) => onChange(completed([...before, target.value], scope, accepts, model))}
          >
            <Options {...{ scope, name, accepts, model }} />
          </select>
        )
      })}
    </span>
  )
}

interface OptionsProps {
  readonly scope: Schema | undefined
  readonly name: string
  readonly accepts: AttributePathProps['accepts']
  readonly model: ModelIndex
}

function Options({ scope, name, accepts, model }: OptionsProps) {
  const all = scope?.attributes ?? []
  const own = all.filter((attribute) => !isLink(attribute) && accepts(attribute))
  const links = all.filter((attribute) => isFollowed(attribute) && model.targetOf(attribute))
  const isKnown = [...own, ...links].some((attribute) => attribute.name === name)
  return (
    <>
      {!isKnown && <option value={name}>{name === '' ? 'Choose' : `${name} (unknown)`}</option>}
      {own.map((attribute) => (
        <option key={attribute.name} value={attribute.name}>
          {attribute.name}
        </option>
      ))}
      {links.length > 0 && (
        <optgroup label="Attributes of a link">
          {links.map((attribute) => (
            <option key={attribute.name} value={attribute.name}>
              {attribute.name} ›
            </option>
          ))}
        </optgroup>
      )}
    </>
  )
}

interface Level {
  readonly scope: Schema | undefined
  readonly name: string
}

/** Returns the levels of the path. After a link there is one more level, without a choice yet. */
function levelsOf(schema: Schema | undefined, path: readonly string[], model: ModelIndex): readonly Level[] {
  const levels: Level[] = []
  let scope = schema
  for (const name of path) {
    levels.push({ scope, name })
    const attribute = attributeOf(scope, name)
    scope = attribute && isLink(attribute) ? model.targetOf(attribute) : undefined
  }
  if (path.length === 0 || scope) levels.push({ scope, name: '' })
  return levels
}

/** Returns the path for a choice. The path of a link continues to the label of its target. */
function completed(
  path: readonly string[],
  scope: Schema | undefined,
  accepts: AttributePathProps['accepts'],
  model: ModelIndex,
): readonly string[] {
  const attribute = attributeOf(scope, path.at(-1) ?? '')
  const target = attribute && isLink(attribute) ? model.targetOf(attribute) : undefined
  if (!target) return path
  const usable = target.attributes.filter((one) => !isLink(one) && accepts(one))
  const next = usable.find(({ name }) => name === target.label) ?? usable[0]
  return next ? [...path, next.name] : path
}

import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isLink, type Schema } from '../model/model-index.js'
import { useExplorer } from '../state/explorer-context.js'
import type { QueryObject, QueryValue } from '../state/query.js'
import { ConditionFields } from './condition-fields.tsx'
import {
  changeNode,
  condition,
  type FilterNode,
  group,
  type Group,
  joins,
  readFilters,
  sameValue,
  writeFilters,
} from './filter-tree.js'
import { firstOperator } from './operators.js'
import { joinWords, schemaAtPath } from './sentence.js'

interface FilterEditorProps {
  readonly schema: Schema
  readonly filters: QueryValue | undefined
  readonly onChange: (filters: QueryObject | undefined) => void
  /** The name of the editor for assistive technology: `Conditions`, `Conditions of author`. */
  readonly label: string
  /**
   * Returns the server's messages by the keys of conditions. This is a function, because only the editor has
   * the tree.
   */
  readonly issuesOf?: (tree: Group) => ReadonlyMap<string, string>
}

/**
 * Edits filters. The tree also contains conditions without a value, which the query leaves out. When the
 * query changes elsewhere, the tree is created from it again.
 */
export function FilterEditor({ schema, filters, onChange, label, issuesOf }: FilterEditorProps) {
  const [tree, setTree] = useState(() => readFilters(filters))
  const frame = useRef<HTMLDivElement>(null)
  const focus = useFocusAfterChange(frame)
  const read = useMemo(() => readFilters(filters), [filters])
  const written = writeFilters(tree)
  if (!sameValue(written, filters) && !sameValue(written, writeFilters(read))) setTree(read)
  const change = (next: Group) => {
    setTree(next)
    onChange(writeFilters(next))
  }
  const edit: Edit = {
    replace: (key, node) => change(changeNode(tree, key, () => node)),
    add: (to, node) => {
      focus.on(node.key)
      change(
        changeNode(tree, to, (place) => (place.kind === 'group' ? { ...place, items: [...place.items, node] } : place)),
      )
    },
    remove: (key) => {
      focus.onNextRemove(key)
      change(changeNode(tree, key, () => null))
    },
  }
  return (
    <div ref={frame} className="filter-editor">
      <GroupFields node={tree} schema={schema} edit={edit} issues={issuesOf?.(tree) ?? noIssues} label={label} isRoot />
    </div>
  )
}

const noIssues: ReadonlyMap<string, string> = new Map()

interface Edit {
  readonly replace: (key: string, node: FilterNode) => void
  readonly add: (to: string, node: FilterNode) => void
  readonly remove: (key: string) => void
}

interface GroupFieldsProps {
  readonly node: Group
  readonly schema: Schema | undefined
  readonly edit: Edit
  readonly issues: ReadonlyMap<string, string>
  readonly label: string
  readonly isRoot?: boolean
}

function GroupFields({ node, schema, edit, issues, label, isRoot = false }: GroupFieldsProps) {
  const { model } = useExplorer()
  const { key, items, join, path } = node
  const scope = schemaAtPath(schema, path, model)
  const first = scope?.attributes.find(
    (attribute) => !isLink(attribute) && attribute.operators.length > 0 && attribute.name !== 'id',
  )
  const addCondition = () =>
    edit.add(key, condition(first ? [first.name] : [], first ? firstOperator(first) : '$eq', null))
  const about = path.length === 0 ? '' : `${path.join(' › ')} with `
  return (
    <fieldset className="group" data-key={key} data-root={isRoot || undefined}>
      <legend className="visually-hidden">{isRoot ? label : `Group: ${about}${joinWords[join]}`}</legend>
      {(items.length > 1 || !isRoot || join !== 'all') && (
        <div className="row group-head">
          {path.length > 0 && <span className="soft">{path.join(' › ')} with</span>}
          <select
            className="select"
            aria-label="How the conditions are joined"
            value={join}
            onChange={({ target }) =>
              edit.replace(key, { ...node, join: joins.find((one) => one === target.value) ?? 'all' })
            }
          >
            {joins.map((one) => (
              <option key={one} value={one}>
                {joinWords[one]}
              </option>
            ))}
          </select>
          <span className="soft">these conditions are true</span>
          {!isRoot && <RemoveButton of="group" onRemove={() => edit.remove(key)} />}
        </div>
      )}
      {items.map((item) =>
        item.kind === 'group' ? (
          <GroupFields key={item.key} node={item} schema={scope} {...{ edit, issues, label }} />
        ) : (
          <ConditionFields
            key={item.key}
            node={item}
            schema={scope}
            issue={issues.get(item.key)}
            onChange={(next) => edit.replace(item.key, next)}
            removeButton={(of) => <RemoveButton of={of} onRemove={() => edit.remove(item.key)} />}
          />
        ),
      )}
      <div className="row">
        <button type="button" className="button small" data-add onClick={addCondition}>
          + Condition
        </button>
        <button
          type="button"
          className="button small quiet"
          onClick={() => edit.add(key, group(join === 'any' ? 'all' : 'any', []))}
        >
          + Group
        </button>
      </div>
    </fieldset>
  )
}

function RemoveButton({ of, onRemove }: { readonly of: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      className="button small icon quiet"
      data-remove
      aria-label={`Remove: ${of}`}
      onClick={onRemove}
    >
      ×
    </button>
  )
}

/** Moves the focus to an added condition, or from a removed one to the next remove button. */
function useFocusAfterChange(frame: React.RefObject<HTMLElement>) {
  const wanted = useRef<string | number | null>(null)
  // Not `useEffect`: the delayed effect of an earlier render could run between a click and its render.
  useLayoutEffect(() => {
    const target = wanted.current
    wanted.current = null
    if (target === null) return
    const added = typeof target === 'string' ? frame.current?.querySelector(`[data-key="${target}"]`) : null
    if (added) return added.querySelector<HTMLElement>('select, input, button')?.focus()
    const buttons = [...(frame.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const next = buttons[Math.min(Number(target), buttons.length - 1)]
    ;(next ?? frame.current?.querySelector<HTMLElement>('[data-add]'))?.focus()
  })
  const buttonsBefore = (key: string) => {
    const buttons = [...(frame.current?.querySelectorAll('[data-remove]') ?? [])]
    return Math.max(
      0,
      buttons.findIndex((button) => button.closest('[data-key]')?.getAttribute('data-key') === key),
    )
  }
  return {
    on: (key: string) => void (wanted.current = key),
    onNextRemove: (key: string) => void (wanted.current = buttonsBefore(key)),
  }
}

import { useRef, useState } from 'react'
import { isLink, isMorph, isToMany, type ModelIndex, readableOf, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { isQueryObject, type QueryObject, type QueryValue, textIn } from '../state/query.js'
import { FieldsEditor } from './fields-editor.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { readLinks, summaryOf, withLink, withOption, writeLinks } from './populate-links.js'
import { SortEditor } from './sort-editor.tsx'

interface PopulateEditorProps {
  readonly schema: Schema
  readonly populate: QueryValue | undefined
  readonly onChange: (populate: QueryObject | undefined) => void
}

/** The links of a type as a nested list. Each has a checkbox to populate it, and details with its own query. */
export function PopulateEditor({ schema, populate, onChange }: PopulateEditorProps) {
  const links = readLinks(populate, schema)
  // Keeps the query of an unchecked link, in case the user checks it again.
  const before = useRef<Readonly<Record<string, QueryObject>>>({})
  const change = (name: string, query: QueryObject | undefined) => {
    const dropped = links[name]
    if (query === undefined && dropped) before.current = { ...before.current, [name]: dropped }
    onChange(writeLinks(withLink(links, name, query)))
  }
  const known = readableOf(schema).filter(isLink)
  const unknown = Object.keys(links).filter((name) => !known.some((attribute) => attribute.name === name))
  if (known.length + unknown.length === 0) return <p className="hint">Nothing to populate.</p>
  return (
    <ul className="links">
      {known.map((attribute) => (
        <LinkItem
          key={attribute.name}
          attribute={attribute}
          query={links[attribute.name]}
          onChange={(query) => change(attribute.name, query)}
          onCheck={() => change(attribute.name, before.current[attribute.name] ?? {})}
        />
      ))}
      {unknown.map((name) => (
        <li key={name}>
          <label className="checkbox">
            <input type="checkbox" checked onChange={() => change(name, undefined)} />
            {name} <span className="hint">unknown</span>
          </label>
        </li>
      ))}
    </ul>
  )
}

interface LinkItemProps {
  readonly attribute: ExplorerAttribute
  readonly query: QueryObject | undefined
  readonly onChange: (query: QueryObject | undefined) => void
  readonly onCheck: () => void
}

function LinkItem({ attribute, query, onChange, onCheck }: LinkItemProps) {
  const { model } = useExplorer()
  const [isOpen, setOpen] = useState(false)
  const { name, options } = attribute
  const target = model.targetOf(attribute)
  const hasOptions = (target !== undefined && !isMorph(attribute)) || options.type === 'dynamiczone'
  return (
    <li className="link">
      <div className="row">
        <label className="checkbox">
          <input
            type="checkbox"
            checked={query !== undefined}
            onChange={({ target: box }) => (box.checked ? onCheck() : onChange(undefined))}
          />
          {name}
        </label>
        <span className="hint">{kindOf(attribute, target)}</span>
      </div>
      {query !== undefined && hasOptions && (
        <details className="link-query" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <span className="visually-hidden">{name}: </span>
            {summaryOf(query, target ?? noSchema)}
          </summary>
          {/* Only open details are rendered: a type can link to itself, which would never end. */}
          {isOpen && (
            <div className="stack">
              {options.type === 'dynamiczone' ? (
                <ZoneQuery {...{ query, onChange }} components={componentsOf(attribute, model)} />
              ) : (
                target && <LinkQuery {...{ attribute, target, query, onChange }} />
              )}
            </div>
          )}
        </details>
      )}
    </li>
  )
}

const noSchema: Schema = { uid: '', displayName: '', attributes: [], label: 'id' }

function kindOf(attribute: ExplorerAttribute, target: Schema | undefined): string {
  const { options } = attribute
  if (options.type === 'media') return options.multiple ? 'files' : 'file'
  if (options.type === 'dynamiczone') return 'dynamic zone'
  const many = isToMany(attribute) ? 'many ' : ''
  return `${many}${target?.displayName ?? 'any type'}`
}

function componentsOf({ options }: ExplorerAttribute, model: ModelIndex): readonly Schema[] {
  if (options.type !== 'dynamiczone') return []
  return options.components.flatMap((uid) => model.componentOf(uid) ?? [])
}

interface LinkQueryProps {
  readonly attribute: ExplorerAttribute
  readonly target: Schema
  readonly query: QueryObject
  readonly onChange: (query: QueryObject) => void
}

/**
 * Edits the query of a link. Files have fields; components also have links; relations also have filters, sort
 * and a limit.
 */
function LinkQuery({ attribute, target, query, onChange }: LinkQueryProps) {
  const { name, type } = attribute
  const set = (option: string) => (value: QueryValue | undefined) => onChange(withOption(query, option, value))
  const isRelation = type === 'relation'
  const hasLinks = type !== 'media' && readableOf(target).some(isLink)
  return (
    <>
      <FieldsEditor schema={target} fields={query['fields']} onChange={set('fields')} label={`Fields of ${name}`} />
      {isRelation && (
        <>
          <span className="label">Filters of {name}</span>
          <FilterEditor
            schema={target}
            filters={query['filters']}
            onChange={set('filters')}
            label={`Conditions on ${name}`}
          />
          {isToMany(attribute) && (
            <>
              <SortEditor schema={target} sort={query['sort']} onChange={set('sort')} label={`Sort of ${name}`} />
              <label className="field row">
                <span className="label">At most</span>
                <input
                  className="input short"
                  inputMode="numeric"
                  placeholder="all"
                  value={textIn(query['limit'])}
                  onChange={({ target: input }) => set('limit')(input.value)}
                />
                <span className="label">for each entry</span>
              </label>
            </>
          )}
        </>
      )}
      {hasLinks && (
        <fieldset>
          <legend className="label">Populate in {name}</legend>
          <PopulateEditor schema={target} populate={query['populate']} onChange={set('populate')} />
        </fieldset>
      )}
    </>
  )
}

interface ZoneQueryProps {
  readonly components: readonly Schema[]
  readonly query: QueryObject
  readonly onChange: (query: QueryObject) => void
}

/** Chooses components of a zone, each with its own query. Without a choice, the response contains all components. */
function ZoneQuery({ components, query, onChange }: ZoneQueryProps) {
  const on = isQueryObject(query['on']) ? query['on'] : undefined
  const chosen = on ? readLinks(on, noSchema) : {}
  const change = (uid: string, of: QueryObject | undefined) =>
    onChange(withOption(query, 'on', writeLinks(withLink(chosen, uid, of))))
  return (
    <fieldset>
      <legend className="label">Components (all, if none is checked)</legend>
      <ul className="links">
        {components.map((component) => {
          const own = chosen[component.uid]
          return (
            <li key={component.uid} className="link">
              <label className="checkbox">
                <input
                  type="checkbox"
                  checked={own !== undefined}
                  onChange={({ target }) => change(component.uid, target.checked ? {} : undefined)}
                />
                {component.displayName} <span className="hint">{component.uid}</span>
              </label>
              {own && (
                <ComponentQuery {...{ component }} query={own} onChange={(next) => change(component.uid, next)} />
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

interface ComponentQueryProps {
  readonly component: Schema
  readonly query: QueryObject
  readonly onChange: (query: QueryObject) => void
}

function ComponentQuery({ component, query, onChange }: ComponentQueryProps) {
  const [isOpen, setOpen] = useState(false)
  const set = (option: string) => (value: QueryValue | undefined) => onChange(withOption(query, option, value))
  return (
    <details className="link-query" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="visually-hidden">{component.displayName}: </span>
        {summaryOf(query, component)}
      </summary>
      {isOpen && (
        <div className="stack">
          <FieldsEditor
            schema={component}
            fields={query['fields']}
            onChange={set('fields')}
            label={`Fields of ${component.displayName}`}
          />
          {readableOf(component).some(isLink) && (
            <PopulateEditor schema={component} populate={query['populate']} onChange={set('populate')} />
          )}
        </div>
      )}
    </details>
  )
}

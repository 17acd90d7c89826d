import type { ReactNode } from 'react'
import { StateLink } from '../frame/state-link.tsx'
import { attributeOf, isLink, routeOf, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { shownLinks } from './columns.js'
import { blocksText } from './blocks-text.js'
import { valueText } from './value-text.js'

/** The greatest number of characters in a cell. */
const longest = 200

export interface CellProps {
  readonly attribute: ExplorerAttribute
  readonly value: unknown
  /** Shows the whole value, if the cell only shows its beginning. */
  readonly onShow: (attribute: ExplorerAttribute, value: unknown) => void
}

/** Shows a value as text or links. Cells contain no inputs. */
export function Cell({ attribute, value, onShow }: CellProps) {
  if (value === null || value === undefined) return <span className="nothing">null</span>
  if (isLink(attribute)) return <LinkCell {...{ attribute, value, onShow }} />
  const { type } = attribute
  if (type === 'boolean' || type === 'enumeration') return <span className="badge">{valueText(value)}</span>
  if (type === 'datetime' || type === 'timestamp')
    return <time dateTime={valueText(value)}>{shortTime(valueText(value))}</time>
  if (typeof value === 'number') return <span className="number">{value}</span>
  const isNested = typeof value === 'object'
  const text = type === 'blocks' ? blocksText(value) : valueText(value)
  if (text === '') return <span className="nothing">{isNested ? 'no text' : 'empty'}</span>
  const isCut = text.length > longest
  return (
    <>
      <span className={isNested && type !== 'blocks' ? 'value mono' : 'value'}>
        {isCut ? `${text.slice(0, longest)}…` : text}
      </span>
      {(isCut || isNested) && <ShowButton name={attribute.name} onShow={() => onShow(attribute, value)} />}
    </>
  )
}

function ShowButton({ name, onShow }: { readonly name: string; readonly onShow: () => void }) {
  return (
    <button type="button" className="show" onClick={onShow} aria-label={`Show all of ${name}`}>
      Show
    </button>
  )
}

/** Shows a time in UTC, as the service stores it, without seconds. */
function shortTime(value: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? value.slice(0, 16).replace('T', ' ') : value
}

type Row = Readonly<Record<string, unknown>>

function LinkCell({ attribute, value, onShow }: CellProps) {
  const { model } = useExplorer()
  const rows = (Array.isArray(value) ? value : [value]) as readonly Row[]
  if (rows.length === 0) return <span className="nothing">none</span>
  const { type } = attribute
  if (type === 'media') return <Files rows={rows} />
  if (type === 'dynamiczone') {
    const names = rows.map((row) => {
      const uid = valueText(row['__component'])
      return model.componentOf(uid)?.displayName ?? uid
    })
    return (
      <Items of={names.map((name, index) => ({ key: `${index}`, content: <span className="badge">{name}</span> }))} />
    )
  }
  if (type === 'component') {
    const text = JSON.stringify(value)
    return (
      <>
        <span className="value mono">{text.length > longest ? `${text.slice(0, longest)}…` : text}</span>
        <ShowButton name={attribute.name} onShow={() => onShow(attribute, value)} />
      </>
    )
  }
  const target = model.targetOf(attribute)
  return (
    <Items of={rows.map((row) => ({ key: valueText(row['id']), content: <EntryLink row={row} schema={target} /> }))} />
  )
}

/** Shows the first few linked rows. The table requests one more, to find out whether there are others. */
function Items({ of }: { readonly of: readonly { readonly key: string; readonly content: ReactNode }[] }) {
  return (
    <ul className="items">
      {of.slice(0, shownLinks).map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
      {of.length > shownLinks && (
        <li className="soft" title="There are more">
          …<span className="visually-hidden">and more</span>
        </li>
      )}
    </ul>
  )
}

function EntryLink({ row, schema }: { readonly row: Row; readonly schema: Schema | undefined }) {
  const { model } = useExplorer()
  const ownType = typeof row['__type'] === 'string' ? model.typeOf(row['__type']) : undefined
  const type = ownType ?? (schema && model.typeOf(schema.uid))
  const label = labelOf(row, type ?? schema)
  if (!type || row['id'] === undefined) return <>{label}</>
  const route = routeOf(type, model.api.prefix)
  const entry = type.kind === 'singleType' ? null : valueText(row[model.content.key])
  return (
    <StateLink to={{ type: route, view: 'entry', entry, query: {} }}>
      {ownType ? `${type.displayName} ${label}` : label}
    </StateLink>
  )
}

export function labelOf(row: Row, schema: Schema | undefined): string {
  const value = schema && attributeOf(schema, schema.label) ? row[schema.label] : undefined
  return value === null || value === undefined || value === ''
    ? `#${valueText(row['id'])}`
    : valueText(value).slice(0, 80)
}

function Files({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Items
      of={rows.map((row) => ({
        key: valueText(row['id']),
        content: (
          <StateLink to={{ type: null, view: 'media', entry: valueText(row['id']), query: {} }} className="file-link">
            <Thumbnail row={row} />
            <span>{valueText(row['name'] ?? `#${valueText(row['id'])}`)}</span>
          </StateLink>
        ),
      }))}
    />
  )
}

function Thumbnail({ row }: { readonly row: Row }) {
  const { formats, mime, url } = row
  const thumbnail = (formats as { readonly thumbnail?: { readonly url?: unknown } } | null | undefined)?.thumbnail?.url
  const isImage = typeof mime === 'string' && mime.startsWith('image/')
  const source = typeof thumbnail === 'string' ? thumbnail : isImage ? url : undefined
  // Pictures of other hosts are not loaded: the Content-Security-Policy of the page only allows its own host.
  if (typeof source !== 'string' || !source.startsWith('/')) return null
  return <img src={source} alt="" width="24" height="24" loading="lazy" />
}

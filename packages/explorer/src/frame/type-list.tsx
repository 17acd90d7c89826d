import { useState } from 'react'
import { routeOf } from '../model/model-index.js'
import type { ExplorerType } from '../protocol.js'
import type { PageState } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'
import { showType } from '../state/places.js'
import { StateLink } from './state-link.tsx'

interface Place {
  readonly key: string
  readonly label: string
  readonly count: number | null
  readonly to: Partial<PageState>
}

interface Group {
  readonly title: string
  readonly places: readonly Place[]
}

/** The content types with their counts: a list beside the content, or a `<select>` above it on narrow screens. */
export function TypeList() {
  const groups = usePlaces()
  const [filter, setFilter] = useState('')
  const isShown = ({ label }: Place) => label.toLowerCase().includes(filter.trim().toLowerCase())
  const shown = groups
    .map(({ title, places }) => ({ title, places: places.filter(isShown) }))
    .filter(({ places }) => places.length > 0)
  const count = groups.reduce((sum, { places }) => sum + places.length, 0)
  return (
    <>
      <TypeSelect groups={groups} />
      <nav className="types" aria-label="Content types">
        {count > 1 && (
          <input
            className="input"
            type="search"
            placeholder="Filter"
            aria-label="Filter the types"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        )}
        {shown.map((group) => (
          <TypeGroup key={group.title} {...group} />
        ))}
        {shown.length === 0 && <p className="hint">No type has this name.</p>}
      </nav>
    </>
  )
}

function TypeGroup({ title, places }: Group) {
  const { state } = useExplorer()
  const current = placeKey(state)
  return (
    <section>
      <h2 className="label">{title}</h2>
      <ul>
        {places.map(({ key, label, count, to }) => (
          <li key={key}>
            <StateLink to={to} className="type" isCurrent={key === current}>
              <span>{label}</span>
              {count !== null && <span className="count">{count.toLocaleString('en')}</span>}
            </StateLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TypeSelect({ groups }: { readonly groups: readonly Group[] }) {
  const { state, navigate } = useExplorer()
  const places = groups.flatMap((group) => group.places)
  const current = placeKey(state)
  const go = (key: string) => {
    const place = places.find((one) => one.key === key)
    if (place) navigate(place.to)
  }
  return (
    <nav className="types-select" aria-label="Content types">
      <label className="field">
        <span className="label">Content type</span>
        <select
          className="select"
          value={places.some(({ key }) => key === current) ? current : ''}
          onChange={({ target }) => go(target.value)}
        >
          <option value="" disabled>
            Choose a type
          </option>
          {groups.map(({ title, places: members }) => (
            <optgroup key={title} label={title}>
              {members.map(({ key, label, count }) => (
                <option key={key} value={key}>
                  {count === null ? label : `${label} (${count.toLocaleString('en')})`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </nav>
  )
}

const placeKey = ({ type, view }: PageState): string =>
  view === 'media' || view === 'webhooks' ? `~${view}` : (type ?? '')

function usePlaces(): readonly Group[] {
  const { model, state } = useExplorer()
  const placeOf = (type: ExplorerType): Place => {
    const route = routeOf(type, model.api.prefix)
    const count = type.kind === 'singleType' ? null : type.count
    return { key: route, label: type.displayName, count, to: showType(state.query, type, route) }
  }
  const media: Place[] = model.media
    ? [
        {
          key: '~media',
          label: 'Media',
          count: model.media.count,
          to: { type: null, view: 'media', entry: null, query: {} },
        },
      ]
    : []
  const webhooks: Place = {
    key: '~webhooks',
    label: 'Events',
    count: null,
    to: { type: null, view: 'webhooks', entry: null, query: {} },
  }
  const ofKind = (kind: ExplorerType['kind']) => model.types.filter((type) => type.kind === kind).map(placeOf)
  return [
    { title: 'Types', places: ofKind('collectionType') },
    { title: 'Single types', places: ofKind('singleType') },
    { title: 'Files', places: media },
    { title: 'Changes', places: model.webhooks ? [webhooks] : [] },
  ].filter(({ places }) => places.length > 0)
}

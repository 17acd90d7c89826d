import { ContentView } from '../content/content-view.tsx'
import { EntryView } from '../entry/entry-view.tsx'
import { MediaView } from '../media/media-view.tsx'
import { routeOf } from '../model/model-index.js'
import { QueryView } from '../query/query-view.tsx'
import { useExplorer } from '../state/explorer-context.js'
import { showType } from '../state/places.js'
import { WebhooksView } from '../webhooks/webhooks-view.tsx'
import { StateLink } from './state-link.tsx'

/** Shows the view in the address: the start, media, webhooks, or one of three views of a type. */
export function MainView() {
  const { model, state } = useExplorer()
  const { type: route, view } = state
  if (view === 'media') return model.media ? <MediaView media={model.media} /> : <NotSeen />
  if (view === 'webhooks') return model.webhooks ? <WebhooksView /> : <NotSeen />
  if (route === null) return <Start />
  const type = model.typeAt(route)
  if (!type) return <NotSeen />
  const place = { type, key: type.uid }
  if (view === 'query') return <QueryView {...place} />
  if (view === 'entry') return <EntryView {...place} />
  return <ContentView {...place} />
}

/** Shown both for types that don't exist and for types that the role may not see. */
function NotSeen() {
  const { model, navigate } = useExplorer()
  if (model.identity.name === 'everything') {
    return (
      <section className="card empty">
        <h2>There is no such page</h2>
        <p>Choose a content type from the list.</p>
      </section>
    )
  }
  return (
    <section className="card empty">
      <h2>Nothing here for {model.identity.label}</h2>
      <p>There is no such type, or this role may not see it.</p>
      <button type="button" className="button" onClick={() => navigate({ identity: 'everything' })}>
        Act as everything
      </button>
    </section>
  )
}

function Start() {
  const { model, state } = useExplorer()
  if (model.types.length === 0) return <NoTypes />
  return (
    <section className="stack">
      <h2 className="title">Content</h2>
      <ul className="places">
        {model.types.map((type) => {
          const route = routeOf(type, model.api.prefix)
          return (
            <li key={type.uid}>
              <StateLink className="place" to={showType(state.query, type, route)}>
                <strong>{type.displayName}</strong>
                <span className="soft">{aboutType(type)}</span>
                <code>{type.path}</code>
              </StateLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function aboutType({ kind, count }: { readonly kind: string; readonly count: number | null }): string {
  if (kind === 'singleType') return 'Single type'
  if (count === null) return 'No permission to list entries'
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
}

function NoTypes() {
  const { model, state, navigate } = useExplorer()
  if (state.identity !== 'everything') {
    return (
      <section className="card empty">
        <h2>{model.identity.label} may not see any content</h2>
        <p>Allow it in the permissions, or choose another role under “Acting as”.</p>
        <button type="button" className="button" onClick={() => navigate({ identity: 'everything' })}>
          Act as everything
        </button>
      </section>
    )
  }
  return (
    <section className="card empty">
      <h2>There are no content types yet</h2>
      <p>
        To create one, write a schema to <code>src/api/article/content-types/article/schema.json</code>, or create a
        project with example types and content: <code>npx content-api init my-project</code>.
      </p>
    </section>
  )
}

import './entry.css'
import { useRef } from 'react'
import { FailureNotice } from '../frame/failure-notice.tsx'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { textIn } from '../state/query.js'
import { useLoaded } from '../transport/use-loaded.js'
import { EntryEditor } from './entry-editor.tsx'
import { type EntryPlace, loadEntry } from './load-entry.js'
import { useLocaleOfPage } from './use-locale-of-page.js'

/** One entry of a type: the entry of the address, a new one, or the entry of a single type. */
export function EntryView({ type }: { readonly type: ExplorerType }) {
  const { state, model } = useExplorer()
  const isSingle = type.kind === 'singleType'
  const locale = localeOf(textIn(state.query['locale']), model.locales)
  if (isSingle) {
    return type.actions.includes('find') ? (
      <ExistingEntry type={type} id={null} locale={locale} />
    ) : (
      <MayNot what="read" />
    )
  }
  if (state.entry === null || state.entry === 'new') {
    return type.actions.includes('create') ? (
      <EntryEditor key="new" type={type} id={null} locale={locale} loaded={null} onReload={() => undefined} />
    ) : (
      <MayNot what="create" />
    )
  }
  const id = model.content.key === 'id' ? Number(state.entry) : state.entry
  if (typeof id === 'number' && !(Number.isSafeInteger(id) && id > 0)) return <NoSuchEntry id={state.entry} />
  return type.actions.includes('findOne') ? (
    <ExistingEntry type={type} id={id} locale={locale} />
  ) : (
    <MayNot what="read" />
  )
}

/** The locale of an entry. `all` is only valid for lists. */
function localeOf(wanted: string, locales: readonly { readonly code: string; readonly isDefault: boolean }[]): string {
  const known = locales.find(({ code }) => code === wanted) ?? locales.find(({ isDefault }) => isDefault) ?? locales[0]
  return known?.code ?? 'en'
}

function ExistingEntry({ type, id, locale }: EntryPlace) {
  const { model, transport, state } = useExplorer()
  const isWritten = useRef(false)
  const reloadWritten = () => {
    isWritten.current = true
    reload()
  }
  const key = [state.identity, type.uid, id ?? '', id === null || model.content.hasVersions ? locale : ''].join(' ')
  const { value, failure, isLoading, reload } = useLoaded(key, async (signal) => ({
    key,
    entry: await loadEntry({ type, id, locale }, { model, transport, signal, isCounted: !isWritten.current }),
  }))
  useLocaleOfPage(type, value?.key === key ? value.entry : null)
  if (failure)
    return failure.status === 404 ? (
      <NoSuchEntry id={String(id)} />
    ) : (
      <FailureNotice failure={failure} onRetry={reload} />
    )
  // Don't show the values of the previous entry while this one is loading.
  if (value?.key !== key) {
    return (
      <section className="card entry-loading" aria-busy="true">
        <div className="progress" />
        <p className="visually-hidden" role="status">
          Loading the entry…
        </p>
      </section>
    )
  }
  const shownLocale = textOf(value.entry?.values['locale']) ?? locale
  return (
    <EntryEditor
      key={key}
      type={type}
      id={id}
      locale={shownLocale}
      loaded={value.entry}
      isLoading={isLoading}
      onReload={reloadWritten}
    />
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function MayNot({ what }: { readonly what: 'read' | 'create' }) {
  const { model, state, navigate } = useExplorer()
  return (
    <section className="card empty">
      <h2>
        {model.identity.label} may not {what === 'read' ? 'read single entries' : 'create entries'} here
      </h2>
      <p>Allow it in the permissions, or choose another role under “Acting as”.</p>
      {state.identity !== 'everything' && (
        <button type="button" className="button" onClick={() => navigate({ identity: 'everything' })}>
          Act as everything
        </button>
      )}
    </section>
  )
}

function NoSuchEntry({ id }: { readonly id: string }) {
  const { model, navigate } = useExplorer()
  return (
    <section className="card empty">
      <h2>No entry {id} here</h2>
      <p>It may have been deleted, or {model.identity.label} may not see it.</p>
      <button type="button" className="button" onClick={() => navigate({ view: 'content', entry: null })}>
        Back to the list
      </button>
    </section>
  )
}

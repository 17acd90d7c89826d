import { useEffect, useMemo, useRef, useState } from 'react'
import { ResponsePanel } from '../response/response-panel.tsx'
import { CodePanel } from '../code/code-panel.tsx'
import { totalOf } from '../model/flat-entry.js'
import type { ExplorerType } from '../protocol.js'
import { queryText } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'
import type { Query } from '../state/query.js'
import { type ServiceResponse, failureOf, jsonOf } from '../transport/response.js'
import { useLoaded } from '../transport/use-loaded.js'
import { QueryForm } from './query-form.tsx'

/** Builds a query, and shows its code and its response. */
export function QueryView({ type }: { readonly type: ExplorerType }) {
  const { state, navigate, transport, announce } = useExplorer()
  const { query, identity } = state
  const text = queryText(query)
  const { sent, send, noteEdit } = useSending(query, text)
  const loaded = useLoaded(`${identity} ${type.path} ${sent.times} ${sent.text}`, (signal) =>
    transport.send({ path: type.path, query: sent.query, signal }),
  )
  const { value: response, isLoading } = loaded
  const failure = useMemo(
    () => loaded.failure ?? (response && !isLoading ? failureOf(response) : null),
    [loaded.failure, response, isLoading],
  )
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only if the user sent the query: opening a link must not move the focus.
    if (failure && sent.times > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-issue]')?.focus()
  }, [failure, sent.times])
  useEffect(() => {
    if (response) announce(summaryOf(response))
  }, [response, announce])
  const edit = (next: Query) => {
    // The first edit adds an entry to the browser's history, so that the sent query stays in it. Later edits
    // replace that entry.
    const isFirstEdit = text === sent.text
    noteEdit(next)
    navigate({ query: next }, { replace: !isFirstEdit })
  }
  const isChanged = text !== sent.text
  const sendByKey = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <section className="query-view" aria-labelledby="query-of" onKeyDown={sendByKey}>
      <div className="query-side" ref={form}>
        <div className="row view-head">
          <h2 id="query-of" className="title grow">
            Query of {type.displayName}
          </h2>
          {isChanged && <span className="hint">Not sent yet</span>}
          <button type="button" className="button primary" onClick={send} aria-keyshortcuts="Control+Enter Meta+Enter">
            Send <kbd>Ctrl Enter</kbd>
          </button>
        </div>
        <QueryForm {...{ type, query, failure }} onChange={edit} />
      </div>
      <div className="response-side">
        <CodePanel {...{ type, query }} />
        <ResponsePanel {...{ type, response, failure, isLoading, isChanged }} onRetry={loaded.reload} />
      </div>
    </section>
  )
}

function summaryOf(response: ServiceResponse): string {
  const total = totalOf(jsonOf(response))
  const hits = total === null ? '' : `, ${total === 1 ? '1 hit' : `${total} hits`}`
  return `Status ${response.status}${hits}, ${Math.round(response.milliseconds)} milliseconds`
}

interface Sent {
  readonly query: Query
  readonly text: string
  readonly times: number
}

/** Sends a query from the address immediately, and an edited query when the user sends it. */
function useSending(query: Query, text: string) {
  const [sent, setSent] = useState<Sent>({ query, text, times: 0 })
  const edited = useRef<string | null>(null)
  const isOfAddress = text !== sent.text && text !== edited.current
  if (isOfAddress) setSent({ query, text, times: sent.times })
  const send = () => setSent({ query, text, times: sent.times + 1 })
  const noteEdit = (next: Query) => void (edited.current = queryText(next))
  return { sent, send, noteEdit }
}

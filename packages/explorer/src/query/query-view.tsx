import { useEffect, useMemo, useRef, useState } from 'react'
import { AnswerPanel } from '../answer/answer-panel.js'
import { CodePanel } from '../code/code-panel.js'
import { totalOf } from '../model/flat-entry.js'
import type { ExplorerType } from '../protocol.js'
import { queryText } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'
import type { Query } from '../state/query.js'
import { type Answer, failureOf, jsonOf } from '../transport/answer.js'
import { useLoaded } from '../transport/use-answer.js'
import { QueryForm } from './query-form.js'

/** Builds a query, shows its code, and what it answers. */
export function QueryView({ type }: { readonly type: ExplorerType }) {
  const { state, navigate, transport, announce } = useExplorer()
  const { query, identity } = state
  const text = queryText(query)
  const { sent, send, noteEdit } = useSending(query, text)
  const loaded = useLoaded(`${identity} ${type.path} ${sent.times} ${sent.text}`, (signal) =>
    transport.send({ path: type.path, query: sent.query, signal }),
  )
  const { value: answer, isLoading } = loaded
  const failure = useMemo(
    () => loaded.failure ?? (answer && !isLoading ? failureOf(answer) : null),
    [loaded.failure, answer, isLoading],
  )
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only where the user sent it: a link that is opened doesn't move the focus.
    if (failure && sent.times > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-issue]')?.focus()
  }, [failure, sent.times])
  useEffect(() => {
    if (answer) announce(summaryOf(answer))
  }, [answer, announce])
  const edit = (next: Query) => {
    // The query that was sent last stays in the history; one that is being edited doesn't fill it.
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
      <div className="answer-side">
        <CodePanel {...{ type, query }} />
        <AnswerPanel {...{ type, answer, failure, isLoading, isChanged }} onRetry={loaded.reload} />
      </div>
    </section>
  )
}

function summaryOf(answer: Answer): string {
  const total = totalOf(jsonOf(answer))
  const hits = total === null ? '' : `, ${total === 1 ? '1 hit' : `${total} hits`}`
  return `Status ${answer.status}${hits}, ${Math.round(answer.milliseconds)} milliseconds`
}

interface Sent {
  readonly query: Query
  readonly text: string
  readonly times: number
}

/** A query that comes from the address is sent at once, an edited one when the user says so. */
function useSending(query: Query, text: string) {
  const [sent, setSent] = useState<Sent>({ query, text, times: 0 })
  const edited = useRef<string | null>(null)
  const isOfAddress = text !== sent.text && text !== edited.current
  if (isOfAddress) setSent({ query, text, times: sent.times })
  const send = () => setSent({ query, text, times: sent.times + 1 })
  const noteEdit = (next: Query) => void (edited.current = queryText(next))
  return { sent, send, noteEdit }
}

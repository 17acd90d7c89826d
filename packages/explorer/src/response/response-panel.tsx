import { useState } from 'react'
import { Tabs } from '../controls/tab-list.tsx'
import { FailureNotice } from '../frame/failure-notice.tsx'
import type { ExplorerType } from '../protocol.js'
import type { ServiceResponse, Failure } from '../transport/response.js'
import { ResponseJson } from './response-json.tsx'
import { ResponseTable } from './response-table.tsx'
import { sizeText, timeText } from './figures.js'
import { Statements } from './statements.tsx'

const tabs = [
  { name: 'table', label: 'Table' },
  { name: 'json', label: 'JSON' },
  { name: 'sql', label: 'SQL and plan' },
] as const
type TabName = (typeof tabs)[number]['name']

interface ResponsePanelProps {
  readonly type: ExplorerType
  readonly response: ServiceResponse | undefined
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** True if the query was edited after it was sent. */
  readonly isChanged: boolean
  readonly onRetry: () => void
}

/** The response of the query that was sent last. */
export function ResponsePanel({ type, response, failure, isLoading, isChanged, onRetry }: ResponsePanelProps) {
  const [selected, setSelected] = useState<TabName>('table')
  const figures = response && <Figures response={response} />
  return (
    <section
      className="card response"
      aria-label="Response"
      aria-busy={isLoading}
      data-old={isLoading || isChanged || undefined}
    >
      {isLoading && <div className="progress" />}
      <div className="panel-body">
        <Tabs label="Response" {...{ tabs, selected }} onSelect={setSelected} extra={figures}>
          {failure && <FailureNotice failure={failure} onRetry={onRetry} />}
          {response && selected === 'table' && !failure && <ResponseTable {...{ type, response }} />}
          {response && selected === 'json' && <ResponseJson response={response} />}
          {response && selected === 'sql' && <Statements key={response.trace} response={response} />}
          {!response && !failure && <p className="empty">Send the query to see its response here.</p>}
        </Tabs>
      </div>
    </section>
  )
}

function Figures({ response }: { readonly response: ServiceResponse }) {
  const { status, ok, milliseconds, bytes, cost, statements } = response
  return (
    <p className="figures" role="group" aria-label="About the response">
      <span className={ok ? 'badge success' : 'badge danger'}>{status}</span>
      <span>{timeText(milliseconds)}</span>
      <span>{sizeText(bytes)}</span>
      {cost !== null && <span>cost {cost.toLocaleString('en')}</span>}
      {statements !== null && <span>{statements === 1 ? '1 statement' : `${statements} statements`}</span>}
    </p>
  )
}

import { useState } from 'react'
import { Tabs } from '../controls/tab-list.js'
import { FailureNotice } from '../frame/failure-notice.js'
import type { ExplorerType } from '../protocol.js'
import type { Answer, Failure } from '../transport/answer.js'
import { AnswerJson } from './answer-json.js'
import { AnswerTable } from './answer-table.js'
import { sizeText, timeText } from './figures.js'
import { Statements } from './statements.js'

const tabs = [
  { name: 'table', label: 'Table' },
  { name: 'json', label: 'JSON' },
  { name: 'sql', label: 'SQL and plan' },
] as const
type TabName = (typeof tabs)[number]['name']

interface AnswerPanelProps {
  readonly type: ExplorerType
  readonly answer: Answer | undefined
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** The query was edited after it was sent. */
  readonly isChanged: boolean
  readonly onRetry: () => void
}

/** What the last query that was sent led to. */
export function AnswerPanel({ type, answer, failure, isLoading, isChanged, onRetry }: AnswerPanelProps) {
  const [selected, setSelected] = useState<TabName>('table')
  const figures = answer && <Figures answer={answer} />
  return (
    <section
      className="card answer"
      aria-label="Answer"
      aria-busy={isLoading}
      data-old={isLoading || isChanged || undefined}
    >
      {isLoading && <div className="progress" />}
      <div className="panel-body">
        <Tabs label="Answer" {...{ tabs, selected }} onSelect={setSelected} extra={figures}>
          {failure && <FailureNotice failure={failure} onRetry={onRetry} />}
          {answer && selected === 'table' && !failure && <AnswerTable {...{ type, answer }} />}
          {answer && selected === 'json' && <AnswerJson answer={answer} />}
          {answer && selected === 'sql' && <Statements key={answer.trace} answer={answer} />}
          {!answer && !failure && <p className="empty">The answer comes here.</p>}
        </Tabs>
      </div>
    </section>
  )
}

function Figures({ answer }: { readonly answer: Answer }) {
  const { status, ok, milliseconds, bytes, cost, statements } = answer
  return (
    <p className="figures" role="group" aria-label="About the answer">
      <span className={ok ? 'badge success' : 'badge danger'}>{status}</span>
      <span>{timeText(milliseconds)}</span>
      <span>{sizeText(bytes)}</span>
      {cost !== null && <span>cost {cost.toLocaleString('en')}</span>}
      {statements !== null && <span>{statements === 1 ? '1 statement' : `${statements} statements`}</span>}
    </p>
  )
}

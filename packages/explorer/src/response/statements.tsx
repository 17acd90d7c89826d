import { useState } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import { CopyButton } from '../code/copy-button.tsx'
import { FailureNotice } from '../frame/failure-notice.tsx'
import {
  explorerPaths,
  type PlanNode,
  type StatementPlan,
  type TracedRequest,
  type TracedStatement,
} from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import type { ServiceResponse } from '../transport/response.js'
import { useLoaded } from '../transport/use-loaded.js'
import { timeText } from './figures.js'

/** The SQL statements of the request and their query plans. */
export function Statements({ response: { trace } }: { readonly response: ServiceResponse }) {
  const { transport } = useExplorer()
  const [isAnalyzed, setAnalyzed] = useState(false)
  const { value, failure, isLoading, reload } = useLoaded(trace === null ? null : `${trace} ${isAnalyzed}`, (signal) =>
    transport.read<TracedRequest>({
      path: explorerPaths.statements,
      query: { trace: trace ?? '', ...(isAnalyzed ? { analyze: 'true' } : {}) },
      signal,
    }),
  )
  if (trace === null) return <p className="hint">The server has no statements of this request.</p>
  if (failure) return <FailureNotice failure={failure} onRetry={reload} />
  if (!value) return <p className="hint">Loading the statements…</p>
  const { statements, dropped, withheld, dialect } = value
  const hasReads = statements.some(({ kind, plan }) => kind === 'read' && plan !== null)
  return (
    <div className="stack" aria-busy={isLoading}>
      <div className="row">
        <span className="badge">{dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</span>
        {hasReads && (
          <button
            type="button"
            className="button small"
            aria-pressed={isAnalyzed}
            onClick={() => setAnalyzed(!isAnalyzed)}
          >
            Run reads again and measure
          </button>
        )}
      </div>
      {statements.map((statement, index) => (
        <Statement key={`${index} ${statement.sql.slice(0, 80)}`} statement={statement} number={index + 1} />
      ))}
      {statements.length === 0 && <p className="hint">There are no statements to show.</p>}
      {dropped > 0 && <p className="hint">The request ran {dropped} more. The server only keeps the first 100.</p>}
      {withheld > 0 && (
        <p className="hint">{withheld} aren’t shown, because they contain names that this identity may not see.</p>
      )}
    </div>
  )
}

function Statement({ statement, number }: { readonly statement: TracedStatement; readonly number: number }) {
  const { sql, parameters, milliseconds, plan } = statement
  return (
    <section className="code-part">
      <div className="row code-head">
        <h3 className="label grow">
          Statement {number}, {timeText(milliseconds)}
        </h3>
        <CopyButton of={`statement ${number}`} text={sql} />
      </div>
      <CodeBlock label={`Statement ${number}`} language="sql" text={sql} />
      {parameters.length > 0 && (
        <p className="hint parameters">
          Parameters: <code>{JSON.stringify(parameters)}</code>
        </p>
      )}
      {plan && <Plan plan={plan} number={number} />}
    </section>
  )
}

function Plan({ plan: { nodes, analyzed, raw }, number }: { readonly plan: StatementPlan; readonly number: number }) {
  return (
    <div className="plan">
      <div className="row code-head">
        <span className="label grow">
          Plan
          {analyzed &&
            `, ${timeText(analyzed.milliseconds)}, ${analyzed.rows === 1 ? '1 row' : `${analyzed.rows} rows`}`}
        </span>
        <CopyButton of={`the plan of statement ${number}`} text={raw} />
      </div>
      <PlanNodes nodes={nodes} />
    </div>
  )
}

function PlanNodes({ nodes }: { readonly nodes: readonly PlanNode[] }) {
  return (
    <ul className="plan-nodes">
      {nodes.map(({ text, figures, children }, index) => (
        <li key={`${index} ${text}`}>
          <code>{text}</code>
          {Object.keys(figures).length > 0 && (
            <span className="hint">
              {Object.entries(figures)
                .map(([name, value]) => `${name} ${value.toLocaleString('en')}`)
                .join(', ')}
            </span>
          )}
          {children.length > 0 && <PlanNodes nodes={children} />}
        </li>
      ))}
    </ul>
  )
}

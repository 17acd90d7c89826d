import { useMemo, useState } from 'react'
import { Tabs } from '../controls/tab-list.tsx'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import type { Query } from '../state/query.js'
import { CodeBlock } from './code-block.tsx'
import type { CodeText } from './code-text.js'
import { CopyButton } from './copy-button.tsx'
import { graphqlCode } from './graphql-code.js'
import { curlCode, restCode } from './rest-code.js'
import { sdkCode } from './sdk-code.js'

const tabs = [
  { name: 'rest', label: 'REST URL' },
  { name: 'curl', label: 'curl' },
  { name: 'sdk', label: 'SDK' },
  { name: 'graphql', label: 'GraphQL' },
] as const
type TabName = (typeof tabs)[number]['name']

interface CodePanelProps {
  readonly type: ExplorerType
  readonly query: Query
}

/** The query as code, updated with each change of the query. */
export function CodePanel({ type, query }: CodePanelProps) {
  const { model, state } = useExplorer()
  const [selected, setSelected] = useState<TabName>('rest')
  // The examples of the SDK and of GraphQL have the form of entries.
  const shown = model.content.hasVersions ? tabs.filter(({ name }) => name === 'rest' || name === 'curl') : tabs
  const code = useMemo((): CodeText => {
    const target = { origin: location.origin, path: type.path, needsToken: !model.open }
    if (selected === 'rest') return restCode(target, query)
    if (selected === 'curl') return curlCode(target, query)
    return selected === 'sdk' ? sdkCode(target, type, query, model) : graphqlCode(type, query, model)
  }, [selected, type, query, model])
  return (
    <section className="card" aria-label="Code">
      <div className="panel-body">
        <Tabs label="Code" {...{ tabs: shown, selected }} onSelect={setSelected}>
          <CodeParts code={code} label={tabs.find(({ name }) => name === selected)?.label ?? ''} />
          {!model.open &&
            code.missing.length === 0 &&
            selected !== 'rest' &&
            selected !== 'graphql' &&
            state.identity !== 'public' && (
              <p className="hint">The code runs with the permissions of CONTENT_API_TOKEN.</p>
            )}
        </Tabs>
      </div>
    </section>
  )
}

interface CodePartsProps {
  readonly code: CodeText
  readonly label: string
}

function CodeParts({ code: { parts, missing, notes }, label }: CodePartsProps) {
  if (missing.length > 0) {
    return (
      <div className="notice warning">
        <div>
          <strong>{label} can’t express this part of the query:</strong>
          <ul className="issues">
            {missing.map(({ part, reason }) => (
              <li key={part}>
                <code>{part}</code>: {reason}.
              </li>
            ))}
          </ul>
        </div>
      </div>
    )
  }
  return (
    <div className="stack">
      {parts.map(({ title, language, text }) => (
        <div key={title} className="code-part">
          <div className="row code-head">
            <span className="label grow">{title}</span>
            <CopyButton
              of={`the ${title === 'URL' || title === 'TypeScript' ? title : title.toLowerCase()}`}
              text={text}
            />
          </div>
          <CodeBlock label={title} {...{ language, text }} />
        </div>
      ))}
      {notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
    </div>
  )
}

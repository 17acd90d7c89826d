import { useMemo } from 'react'
import { CopyButton } from '../code/copy-button.js'
import { JsonEditor } from '../json-editor/json-editor.js'
import { type Answer, jsonOf } from '../transport/answer.js'

/** The body, indented, in an editor that draws visible lines only. */
export function AnswerJson({ answer }: { readonly answer: Answer }) {
  const text = useMemo(() => {
    const json = jsonOf(answer)
    return json === undefined ? answer.text : JSON.stringify(json, null, 2)
  }, [answer])
  if (text === '') return <p className="hint">The response has no body.</p>
  return (
    <div className="code-part">
      <div className="row code-head">
        <span className="label grow">Body</span>
        <CopyButton of="the body" text={text} />
      </div>
      <JsonEditor label="Body of the answer" value={text} readOnly />
    </div>
  )
}

import { useMemo } from 'react'
import { CopyButton } from '../code/copy-button.tsx'
import { JsonEditor } from '../json-editor/json-editor.tsx'
import { type ServiceResponse, jsonOf } from '../transport/response.js'

/** The body as indented JSON. The editor only renders the visible lines, so that large bodies stay fast. */
export function ResponseJson({ response }: { readonly response: ServiceResponse }) {
  const text = useMemo(() => {
    const json = jsonOf(response)
    return json === undefined ? response.text : JSON.stringify(json, null, 2)
  }, [response])
  if (text === '') return <p className="hint">The response has no body.</p>
  return (
    <div className="code-part">
      <div className="row code-head">
        <span className="label grow">Body</span>
        <CopyButton of="the body" text={text} />
      </div>
      <JsonEditor label="Body of the response" value={text} readOnly />
    </div>
  )
}

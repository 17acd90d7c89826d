import { CopyButton } from '../code/copy-button.tsx'
import { jsonText } from './json-text.js'
import { requestTarget, type WriteRequest } from './write-requests.js'

/** A preview of a request: method, URL and body as JSON. */
export function RequestPreview({ request }: { readonly request: WriteRequest }) {
  const body = request.body === undefined ? '' : jsonText(request.body, 56)
  return (
    <div className="request-preview">
      <p className="request-line">
        <span className="badge accent">{request.method}</span> <code>{location.origin + requestTarget(request)}</code>
      </p>
      {request.ifMatch !== undefined && (
        <p className="request-line">
          <code>If-Match: &quot;{request.ifMatch}&quot;</code>
        </p>
      )}
      {body !== '' && (
        <>
          <pre tabIndex={0} aria-label="Body of the request">
            <code>{body}</code>
          </pre>
          <div className="row">
            <CopyButton of="the body of the request" text={body} />
          </div>
        </>
      )}
    </div>
  )
}

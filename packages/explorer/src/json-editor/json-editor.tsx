import { lazy, Suspense } from 'react'

export interface JsonEditorProps {
  /** The name of the editor for assistive technology. The editor adds how to leave it with the keyboard. */
  readonly label: string
  /** JSON, or the incomplete input of the user. */
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  /** A problem of the value. The editor finds syntax errors itself. */
  readonly errors?: readonly string[] | undefined
  readonly readOnly?: boolean | undefined
}

const Editor = lazy(async () => {
  const { CodeMirrorEditor } = await import('./code-mirror-editor.tsx')
  return { default: CodeMirrorEditor }
})

/** Edits or shows JSON. CodeMirror is loaded when the first editor is shown. */
export function JsonEditor(props: JsonEditorProps) {
  const loading = (
    <p className="hint" role="status">
      Loading the editor…
    </p>
  )
  return (
    <Suspense fallback={loading}>
      <Editor {...props} />
    </Suspense>
  )
}

interface TranslationsProps {
  readonly translations: readonly ({ readonly language: string; readonly common: string } | null)[] | null
}

export function Translations({ translations }: TranslationsProps) {
  const given = translations?.filter((one) => one !== null) ?? []
  if (given.length === 0) return null
  return (
    <details className="translations">
      <summary>In {given.length} other languages</summary>
      <ul>
        {given.map(({ language, common }) => (
          <li key={language} lang={language}>
            <span className="small">{language}</span> {common}
          </li>
        ))}
      </ul>
    </details>
  )
}

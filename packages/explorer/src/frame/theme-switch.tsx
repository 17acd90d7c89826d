import { useEffect, useState } from 'react'

const storageKey = 'content-api.theme'
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const labels: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Chooses between light, dark and the preference of the system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme)
  useEffect(() => applyTheme(theme), [theme])
  return (
    <label className="field row">
      <span className="label">Theme</span>
      <select
        className="select"
        value={theme}
        onChange={({ target }) => setTheme(themes.find((one) => one === target.value) ?? 'system')}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Also called before the first render. */
export function applyTheme(theme: Theme = storedTheme()): void {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    delete dataset['theme']
    localStorage.removeItem(storageKey)
  } else {
    dataset['theme'] = theme
    localStorage.setItem(storageKey, theme)
  }
}

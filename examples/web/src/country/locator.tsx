interface LocatorProps {
  readonly latitude: number
  readonly longitude: number
}

const meridians = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150]
const parallels = [-60, -30, 0, 30, 60]

/** Shows the location on the globe, on an equirectangular grid of 30 degrees. */
export function Locator({ latitude, longitude }: LocatorProps) {
  const [x, y] = [longitude + 180, 90 - latitude]
  return (
    <svg className="locator" viewBox="0 0 360 180" role="img" aria-label="Place on the globe">
      <rect width="360" height="180" className="sea" />
      {meridians.map((degree) => (
        <line key={degree} x1={degree + 180} x2={degree + 180} y1="0" y2="180" className={degree === 0 ? 'zero' : ''} />
      ))}
      {parallels.map((degree) => (
        <line key={degree} x1="0" x2="360" y1={90 - degree} y2={90 - degree} className={degree === 0 ? 'zero' : ''} />
      ))}
      <line x1={x} x2={x} y1="0" y2="180" className="sight" />
      <line x1="0" x2="360" y1={y} y2={y} className="sight" />
      <circle cx={x} cy={y} r="9" className="halo" />
      <circle cx={x} cy={y} r="3.5" className="place" />
    </svg>
  )
}

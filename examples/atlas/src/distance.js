const earthRadius = 6371
const radians = (degrees) => (degrees * Math.PI) / 180

/** Returns the great-circle distance. */
export function kilometresBetween(one, other) {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const across = radians(other.longitude - one.longitude)
  const part = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(across / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.sqrt(part))
}

/** Returns the bounding box of a circle in degrees, cut off at the poles and the date line. */
export function boxAround({ latitude, longitude }, kilometres) {
  const high = (kilometres / earthRadius) * (180 / Math.PI)
  const wide = high / Math.max(Math.cos(radians(latitude)), 0.01)
  return {
    latitude: [Math.max(latitude - high, -90), Math.min(latitude + high, 90)],
    longitude: [Math.max(longitude - wide, -180), Math.min(longitude + wide, 180)],
  }
}

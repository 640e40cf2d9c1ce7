/// `0x010F`: a marker or tag as the standards write it, with at least `digits` digits.
package func hexadecimal(_ number: Int, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}

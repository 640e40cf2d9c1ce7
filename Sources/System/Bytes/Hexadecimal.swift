/// `0x010F`: a marker or tag as the standards write it, with at least `digits` digits.
package func hexadecimal(_ number: Int, digits: Int) -> String {
  "0x" + number.digits(digits, radix: 16)
}

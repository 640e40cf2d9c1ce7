/// `number` as the standards write a marker or a tag, such as `0x010F`. It has at least `digits` digits.
package func hexadecimal(_ number: Int, digits: Int) -> String {
  "0x" + number.digits(digits, radix: 16)
}

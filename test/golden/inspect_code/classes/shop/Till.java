package shop;

class Till {
  private long sum;

  @Deprecated
  String close(int kind, Object[] bills) {
    int count = 0;
    try {
      for (Object bill : bills) {
        if (bill instanceof Integer) {
          sum += (Integer) bill;
          count += 1000;
        }
      }
    } catch (NullPointerException e) {
      sum = -1L;
    }
    switch (kind) {
      case 1:
        return "one";
      case 2:
        return "two \t \"quoted\"";
      case 900:
        return null;
      default:
        return new int[2][3].length + ":" + count;
    }
  }
}

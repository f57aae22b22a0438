package shop;

public interface Price {
  String CURRENCY = "EUR";

  long cents();
}
